-- People: accounts, the kinds they hold, and the sessions that belong to them. One account per phone number.
create table identity.customers (
  id bigint generated always as identity primary key,
  -- The id on the wire: random, so that nobody can count or walk the customers.
  code text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{10}$'),
  -- E.164. Null for somebody who came by Google and has proved none yet, and for an erased account.
  phone text unique check (phone ~ '^\+84\d{9}$'),
  -- Small letters. An address belongs to nobody until it is proved.
  email text not null default '' check (email = lower(email)),
  email_verified_at timestamptz,
  full_name text not null default '',
  nickname text not null default '',
  -- argon2id in its own notation; null: no password.
  password_hash text,
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  birthday date,
  gender text check (gender in ('male', 'female', 'other')),
  nationality text not null default '' check (nationality ~ '^([A-Z]{2}|)$'),
  -- As typed at registration; who it names is the collaborators' business.
  referral_code text not null default '',
  bank text not null default '',
  -- Encrypted with DATA_KEY: a copy of the database shows no account number and no holder.
  bank_account bytea,
  bank_holder bytea,
  avatar text,
  locale text not null default 'vi' check (locale in ('vi', 'en', 'ja')),
  status text not null default 'active' check (status in ('active', 'locked', 'deleted')),
  terms_version text,
  terms_agreed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Asked for erasure: it happens at this time unless taken back.
  deletion_due_at timestamptz,
  erased_at timestamptz,
  check ((status = 'deleted') = (erased_at is not null)),
  -- The person is gone, the row stays for the orders that point at it.
  check (status <> 'deleted' or (phone is null and email = '' and full_name = '' and nickname = '' and password_hash is null
    and bank_account is null and bank_holder is null and avatar is null and birthday is null))
);
-- One proved address, one account; also serves signing in by e-mail.
create unique index customers_email on identity.customers (email) where email_verified_at is not null;
-- Serves the job that erases.
create index customers_deletion on identity.customers (deletion_due_at) where deletion_due_at is not null;

-- Everybody is a customer; the other kinds are given. An agent's row names the agency.
create table identity.roles (
  customer_id bigint not null references identity.customers (id) on delete cascade,
  role text not null check (role in ('agent', 'collaborator', 'partner', 'group_manager', 'administrator')),
  agent_id text not null default '',
  -- What an administrator may do: 'orders:approve', 'settings:write'; empty for the other kinds, whose kind says it all.
  scope text[] not null default '{}',
  granted_at timestamptz not null,
  primary key (customer_id, role, agent_id),
  check ((role = 'agent') = (agent_id <> ''))
);

-- Google accounts by issuer and subject: never by e-mail, which changes hands.
create table identity.google_accounts (
  issuer text not null,
  subject text not null,
  customer_id bigint not null unique references identity.customers (id) on delete cascade,
  email text not null default '',
  linked_at timestamptz not null,
  primary key (issuer, subject)
);

alter table identity.sessions
  add column active_role text not null default 'customer'
    check (active_role in ('customer', 'agent', 'collaborator', 'partner', 'group_manager', 'administrator')),
  add column agent_id text not null default '',
  -- What the browser said of itself, in a few words: "Chrome, Android".
  add column device text not null default '',
  add constraint sessions_customer foreign key (customer_id) references identity.customers (id) on delete cascade;
-- Serves the list of devices, and signing all of them out.
create index sessions_of_customer on identity.sessions (customer_id, last_seen_at desc) where customer_id is not null;

alter table cart.carts add constraint carts_customer foreign key (customer_id) references identity.customers (id);
alter table orders.orders add constraint orders_customer_known foreign key (customer_id) references identity.customers (id);
