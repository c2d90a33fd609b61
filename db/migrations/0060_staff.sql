-- Staff: accounts of their own with a second factor, roles as sets of permissions, sessions, API keys. rules/staff;
-- decisions/0300
create schema staff;

-- A named set of permissions. With a scope it counts only at the places of the account that has it.
create table staff.roles (
  code text primary key check (code ~ '^[a-z][a-z0-9_]{1,39}$'),
  name_vi text not null check (length(name_vi) between 1 and 60),
  name_en text not null check (length(name_en) between 1 and 60),
  scope text check (scope in ('warehouse', 'own_collaborators')),
  version integer not null default 1 check (version > 0)
);

create table staff.role_permissions (
  role text not null references staff.roles (code) on delete cascade,
  permission text not null check (permission ~ '^[a-z]+:[a-z_]+$'),
  mode text not null check (mode in ('full', 'within_limit', 'asks_second_person')),
  narrowed_to text check (narrowed_to in ('own_orders', 'masked', 'content_centre', 'own')),
  primary key (role, permission)
);

create table staff.accounts (
  id bigint generated always as identity primary key,
  -- The name to sign in with. Nobody without one has ever been active: an administrator of earlier versions may have none.
  email text check (email = lower(email) and length(email) between 3 and 254),
  -- The one that stood there before: for 72 hours the link of a lost factor still goes there.
  email_before text,
  email_changed_at timestamptz,
  full_name text not null,
  state text not null check (state in ('invited', 'active', 'locked', 'left')),
  language text not null default 'vi' check (language in ('vi', 'en')),
  single_keys boolean not null default true,
  password_hash text,
  password_changed_at timestamptz,
  -- Encrypted, for this very account.
  totp_secret bytea,
  totp_set_at timestamptz,
  all_warehouses boolean not null default false,
  all_collaborators boolean not null default false,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  joined_at timestamptz,
  left_at timestamptz,
  check (state = 'invited' or email is not null),
  -- Nothing half done: who works here has both steps.
  check (state <> 'active' or (password_hash is not null and totp_secret is not null)),
  check ((totp_secret is null) = (totp_set_at is null)),
  check ((state = 'left') = (left_at is not null)),
  check (email_before is null or email_changed_at is not null)
);
-- One account an address; also serves signing in. Somebody who left may come back as somebody new.
create unique index accounts_email on staff.accounts (email) where state <> 'left';

create function staff.note_email() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email and old.email is not null then
    new.email_before := old.email;
    new.email_changed_at := now();
  end if;
  return new;
end $$;
create trigger accounts_email_before before update of email on staff.accounts
  for each row execute function staff.note_email();

create table staff.account_roles (
  account_id bigint not null references staff.accounts (id) on delete cascade,
  role text not null references staff.roles (code),
  primary key (account_id, role)
);
-- Serves: who has a role.
create index account_roles_role on staff.account_roles (role);

-- Codes of the setting `warehouses`, which has no table.
create table staff.account_warehouses (
  account_id bigint not null references staff.accounts (id) on delete cascade,
  warehouse text not null,
  primary key (account_id, warehouse)
);
create table staff.account_collaborators (
  account_id bigint not null references staff.accounts (id) on delete cascade,
  customer_id bigint not null references identity.customers (id) on delete cascade,
  primary key (account_id, customer_id)
);

-- A role with a scope needs a place; checked at the end of the transaction, whatever order its writes had.
create function staff.places_chosen() returns trigger language plpgsql as $$
declare
  account bigint := coalesce(to_jsonb(new) ->> 'account_id', to_jsonb(old) ->> 'account_id',
    to_jsonb(new) ->> 'id', to_jsonb(old) ->> 'id')::bigint;
begin
  if exists (
    select from staff.accounts a join staff.account_roles h on h.account_id = a.id join staff.roles r on r.code = h.role
    where a.id = account and a.state <> 'left' and (
      (r.scope = 'warehouse' and not a.all_warehouses
        and not exists (select from staff.account_warehouses w where w.account_id = a.id))
      or (r.scope = 'own_collaborators' and not a.all_collaborators
        and not exists (select from staff.account_collaborators c where c.account_id = a.id)))
  ) then
    raise exception 'staff account % has a role with a scope and no place', account using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger accounts_places after insert or update on staff.accounts
  deferrable initially deferred for each row execute function staff.places_chosen();
create constraint trigger account_roles_places after insert on staff.account_roles
  deferrable initially deferred for each row execute function staff.places_chosen();
create constraint trigger account_warehouses_places after delete on staff.account_warehouses
  deferrable initially deferred for each row execute function staff.places_chosen();

-- Links sent by e-mail: an invitation, a new password, a new second factor. Each works once, until its end.
create table staff.links (
  id bigint generated always as identity primary key,
  account_id bigint not null references staff.accounts (id) on delete cascade,
  purpose text not null check (purpose in ('invitation', 'password', 'factor')),
  token_hash bytea not null unique,
  -- Null for one that the command on the machine printed.
  sent_to text,
  made_by actor not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Taken back, or replaced by a newer one.
  ended_at timestamptz,
  check (used_at is null or ended_at is null)
);
-- At most one is open; also serves what an account waits for.
create unique index links_open on staff.links (account_id, purpose) where used_at is null and ended_at is null;

create table staff.sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references staff.accounts (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a second factor was last shown. Null after a recovery code, which is no such proof.
  proved_at timestamptz,
  must_set_factor boolean not null default false,
  device text not null default '',
  network text not null default '',
  check (not must_set_factor or proved_at is null)
);
-- Serves the list of one's sessions, and ending them.
create index sessions_account on staff.sessions (account_id, last_used_at desc);
-- Serves the sweep.
create index sessions_expires_at on staff.sessions (expires_at);

create table staff.passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references staff.accounts (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  added_at timestamptz not null,
  last_used_at timestamptz
);
-- Serves the list of one's passkeys.
create index passkeys_account on staff.passkeys (account_id);

create table staff.recovery_codes (
  account_id bigint not null references staff.accounts (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- A code counts once: its 30 seconds, by account.
create table staff.used_totp_steps (
  account_id bigint not null references staff.accounts (id) on delete cascade,
  step bigint not null,
  used_at timestamptz not null,
  primary key (account_id, step)
);

-- What a passkey is asked to sign; each question is answered once.
create table staff.challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('sign_in', 'step_up', 'add')),
  account_id bigint references staff.accounts (id) on delete cascade,
  expires_at timestamptz not null
);
-- Serves the sweep.
create index challenges_expires_at on staff.challenges (expires_at);

create table staff.api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references staff.accounts (id),
  name text not null check (length(name) between 1 and 80),
  hint text not null,
  secret_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Null: those of its maker.
  warehouses text[] check (cardinality(warehouses) > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  ended_at timestamptz
);
-- Serves a leaver's keys.
create index api_keys_account on staff.api_keys (account_id);

-- What became of accounts, roles and keys. Append only.
create table staff.history (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor actor not null,
  event text not null,
  account_id bigint references staff.accounts (id) on delete set null,
  role text,
  before jsonb,
  after jsonb,
  reason text,
  request_id text not null
);
-- Serves the history of one account.
create index history_account on staff.history (account_id, id desc);
create function staff.keep_history() returns trigger language plpgsql as $$
begin
  -- An invitation that was taken back goes with its account; what happened stays.
  if tg_op = 'UPDATE' and new.account_id is null and to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then
    return new;
  end if;
  raise exception 'the history of staff is append only';
end $$;
create trigger history_append_only before update or delete on staff.history
  for each row execute function staff.keep_history();
create trigger history_not_emptied before truncate on staff.history
  for each statement execute function staff.keep_history();

-- The roles a shop begins with; it may change them.
insert into staff.roles (code, name_vi, name_en, scope) values
  ('owner', 'Chủ shop', 'Owner', null),
  ('order_desk', 'Đơn hàng', 'Order desk', null),
  ('warehouse', 'Kho', 'Warehouse', 'warehouse'),
  ('care', 'CSKH', 'Customer care', null),
  ('content', 'Nội dung', 'Content', null),
  ('marketing', 'Marketing', 'Marketing', null),
  ('accountant', 'Kế toán', 'Accountant', null),
  ('collaborator_manager', 'Quản lý CTV', 'Collaborator manager', 'own_collaborators');
insert into staff.role_permissions (role, permission, mode, narrowed_to)
select role, permission, mode, narrowed_to from (values
  ('owner', 'full', null::text, 'orders:read orders:write orders:create fulfilment:pick fulfilment:ship fulfilment:fail payments:read refunds:request returns:read returns:decide returns:receive invoices:read invoices:issue invoices:adjust catalogue:read catalogue:write catalogue:publish costs:read stock:read stock:receive stock:transfer stock:count promotions:read promotions:write customers:read customers:reveal customers:write reviews:moderate reviews:reply chat:answer warranty:read warranty:write collaborators:read collaborators:approve commissions:approve payouts:prepare payouts:release partners:approve content:write content:publish translations:write media:write redirects:write stores:write recruitment:read reports:read reports:finance settings:write audit:read approvals:money approvals:trade approvals:admin'),
  ('owner', 'within_limit', null, 'orders:cancel orders:export payments:match payments:confirm refunds:record prices:write stock:adjust promotions:publish customers:privacy points:adjust staff:manage roles:manage keys:manage'),
  ('owner', 'asks_second_person', null, 'prices:below_cost'),
  ('order_desk', 'full', null, 'orders:read orders:write orders:create fulfilment:pick fulfilment:ship fulfilment:fail payments:read refunds:request returns:read returns:decide returns:receive invoices:read catalogue:read stock:read customers:read reviews:reply chat:answer reports:read'),
  ('order_desk', 'within_limit', null, 'orders:cancel orders:export'),
  ('order_desk', 'full', 'own_orders', 'customers:reveal'),
  ('warehouse', 'full', null, 'orders:read fulfilment:pick fulfilment:ship fulfilment:fail returns:receive catalogue:read stock:read stock:receive stock:transfer stock:count warranty:read'),
  ('warehouse', 'within_limit', null, 'stock:adjust'),
  ('care', 'full', null, 'orders:read orders:write orders:create refunds:request returns:read returns:decide customers:read customers:reveal customers:write reviews:moderate reviews:reply chat:answer warranty:read warranty:write recruitment:read'),
  ('care', 'within_limit', null, 'orders:cancel customers:privacy points:adjust'),
  ('content', 'full', null, 'catalogue:read catalogue:write catalogue:publish reviews:reply content:write content:publish translations:write media:write redirects:write stores:write recruitment:read reports:read'),
  ('marketing', 'full', null, 'catalogue:read catalogue:write catalogue:publish costs:read promotions:read promotions:write content:write content:publish translations:write media:write redirects:write reports:read'),
  ('marketing', 'within_limit', null, 'prices:write promotions:publish'),
  ('marketing', 'asks_second_person', null, 'prices:below_cost'),
  ('marketing', 'full', 'masked', 'customers:read'),
  ('accountant', 'full', null, 'orders:read payments:read returns:read invoices:read invoices:issue invoices:adjust costs:read stock:read promotions:read commissions:approve payouts:prepare reports:read reports:finance audit:read approvals:money'),
  ('accountant', 'within_limit', null, 'payments:match payments:confirm refunds:record stock:adjust'),
  ('accountant', 'full', 'masked', 'customers:read'),
  ('accountant', 'asks_second_person', null, 'payouts:release'),
  ('collaborator_manager', 'full', null, 'promotions:read collaborators:read collaborators:approve commissions:approve payouts:prepare partners:approve'),
  ('collaborator_manager', 'full', 'content_centre', 'content:publish'),
  ('collaborator_manager', 'full', 'own', 'reports:read')
) as given (role, mode, narrowed_to, permissions), string_to_table(permissions, ' ') as permission;
