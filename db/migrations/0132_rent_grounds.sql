-- Premises offered to the shop for rent. rules/partners
create schema partners;

create table partners.rent_grounds (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^HT-[2-9A-HJ-NP-Z]{6}$'),
  state text not null default 'received'
    check (state in ('received', 'talking', 'visit', 'contract', 'active', 'refused', 'withdrawn')),
  -- Of the account that was signed in, if one was.
  customer_id bigint references identity.customers (id),
  full_name text not null,
  phone text not null check (phone ~ '^\+84\d{9}$'),
  -- Of the current system.
  city_code text not null check (city_code ~ '^\d{2}$'),
  ward_code text not null check (ward_code ~ '^\d{5}$'),
  street text not null check (length(street) between 1 and 160),
  area_m2 integer not null check (area_m2 between 60 and 100000),
  -- Decimetres.
  front_dm integer not null check (front_dm between 40 and 10000),
  -- A month.
  monthly_rent dong not null check (monthly_rent between 1 and 10000000000),
  -- What the sender may do with the premises.
  "right" text not null check ("right" in ('owner', 'agent')),
  available_from date not null,
  note text not null default '' check (length(note) <= 1000),
  -- What was agreed to: the hash of the sentence.
  consent_hash bytea not null check (length(consent_hash) = 32),
  -- All that was said on one day, pictures included: the same again is this one.
  request_hash bytea not null unique check (length(request_hash) = 32),
  locale text not null check (locale in ('vi', 'en', 'ja')),
  received_at timestamptz not null,
  answer_by timestamptz not null,
  delete_on date not null,
  changed_at timestamptz not null
);
-- Serves the desk: the newest first.
create index rent_grounds_received on partners.rent_grounds (received_at desc);
-- Serves the desk: what waits for its answer, due first.
create index rent_grounds_due on partners.rent_grounds (answer_by) where state in ('received', 'talking', 'visit');
-- Serves the sweep.
create index rent_grounds_delete on partners.rent_grounds (delete_on);
-- Serve the export and the erasure of a person.
create index rent_grounds_customer on partners.rent_grounds (customer_id) where customer_id is not null;
create index rent_grounds_phone on partners.rent_grounds (phone);

-- Pictures of premises, drawn anew. The key in the storage is random; the name they had is only text.
create table partners.pictures (
  key text primary key check (key ~ '^premises/[A-Za-z0-9_-]{22}\.webp$'),
  name text not null check (length(name) between 1 and 120),
  -- Of what was sent: the same picture twice is one.
  sent_hash bytea not null check (length(sent_hash) = 32),
  stored_at timestamptz not null,
  rent_ground_id bigint references partners.rent_grounds on delete cascade,
  position integer check (position between 1 and 10),
  -- Of a form that came back: whose it is, and until when it waits.
  token_hash bytea check (length(token_hash) = 32),
  held_until timestamptz,
  check ((rent_ground_id is null) = (position is null)),
  check ((rent_ground_id is null) = (held_until is not null)),
  check ((rent_ground_id is null) = (token_hash is not null)),
  unique (rent_ground_id, position)
);
-- Serves the sweep.
create index pictures_held on partners.pictures (held_until) where held_until is not null;
-- Serves the form that came back.
create index pictures_token on partners.pictures (token_hash) where token_hash is not null;

-- Every change of state and every note, by whom.
create table partners.rent_ground_events (
  id bigint generated always as identity primary key,
  rent_ground_id bigint not null references partners.rent_grounds on delete cascade,
  at timestamptz not null,
  actor actor not null,
  -- Null of a note.
  state text,
  text text not null default '' check (length(text) <= 2000)
);
-- Serves the record of one.
create index rent_ground_events_of on partners.rent_ground_events (rent_ground_id, id);

-- A form that came back, or was sent, for the browser that has the token: so that nothing is typed or chosen twice.
create table partners.forms (
  token_hash bytea primary key check (length(token_hash) = 32),
  -- What was typed and what was wrong with it, encrypted.
  typed bytea,
  rent_ground_id bigint references partners.rent_grounds on delete cascade,
  expires_at timestamptz not null,
  check ((typed is null) = (rent_ground_id is not null))
);
-- Serves the sweep.
create index forms_expired on partners.forms (expires_at);
create index forms_rent_ground on partners.forms (rent_ground_id) where rent_ground_id is not null;
