-- What a person decides about their data, what they ask for, and what they gather on the shelves.
create schema privacy;

-- Every yes and every no, provably: who, when, to which text (its hash), in which version, by which way. The last one of
-- a purpose holds; none means no. Append only, kept after erasure: it names nobody.
create table privacy.consents (
  id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customers (id),
  purpose text not null check (purpose in ('marketing_sms', 'marketing_zalo', 'marketing_email', 'behaviour')),
  given boolean not null,
  at timestamptz not null,
  version text not null,
  channel text not null check (channel in ('web', 'registration')),
  locale text not null check (locale in ('vi', 'en', 'ja')),
  text_hash bytea not null check (length(text_hash) = 32)
);
-- Serves: what holds now.
create index consents_of_customer on privacy.consents (customer_id, purpose, id desc);

-- Whether a person agrees now; for the domains that ask before they keep.
create function privacy.agrees(customer bigint, wanted text) returns boolean language sql stable as $$
  select coalesce((select given from privacy.consents
    where customer_id = customer and purpose = wanted order by id desc limit 1), false)
$$;

create function privacy.keep_consents() returns trigger language plpgsql as $$
begin
  raise exception 'consents are append only';
end $$;
create trigger consents_append_only before update or delete on privacy.consents
  for each row execute function privacy.keep_consents();

-- What a person asks for, and by when the law wants it done (Decree 356/2025). An export waits, is ready, expires; a
-- deletion waits until its day or is taken back.
create table privacy.data_requests (
  id bigint generated always as identity primary key,
  code uuid not null unique default gen_random_uuid(),
  customer_id bigint not null references identity.customers (id),
  kind text not null check (kind in ('export', 'deletion')),
  status text not null check (status in ('waiting', 'ready', 'done', 'cancelled', 'expired')),
  asked_at timestamptz not null,
  due_at timestamptz not null check (due_at > asked_at),
  completed_at timestamptz,
  -- The file of an export: its key in the storage, which nobody can guess, and until when it lies there.
  file text,
  expires_at timestamptz,
  downloaded_at timestamptz,
  check ((status = 'ready') = (file is not null)),
  check (status <> 'ready' or expires_at is not null)
);
-- One of a kind at a time.
create unique index data_requests_open on privacy.data_requests (customer_id, kind) where status = 'waiting';
-- Serve the owner's list, and the sweep of old files.
create index data_requests_of_customer on privacy.data_requests (customer_id, id desc);
create index data_requests_ready on privacy.data_requests (expires_at) where status = 'ready';

-- Hearts: a customer's, or those of a visitor's session until it signs in.
create table catalogue.favourites (
  id bigint generated always as identity primary key,
  customer_id bigint references identity.customers (id) on delete cascade,
  session_id bigint references identity.sessions (id) on delete cascade,
  product_id integer not null references catalogue.products (id) on delete cascade,
  added_at timestamptz not null,
  check ((customer_id is null) <> (session_id is null)),
  unique (customer_id, product_id),
  unique (session_id, product_id)
);

-- What a person looked at, only while they agree to it (privacy.consents, behaviour).
create table catalogue.viewed (
  customer_id bigint not null references identity.customers (id) on delete cascade,
  product_id integer not null references catalogue.products (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (customer_id, product_id)
);
-- Serves the list, newest first, and the limit of its length.
create index viewed_of_customer on catalogue.viewed (customer_id, seen_at desc);

-- Where money can be sent back to. data: NAPAS members.
create table payments.banks (
  code text primary key,
  bin text not null unique check (bin ~ '^\d{6}$'),
  short_name text not null,
  name text not null,
  position integer not null unique
);
