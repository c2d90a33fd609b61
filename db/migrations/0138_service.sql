-- Repair and installation: who can do what where, visits, tickets with their moves, quotes, parts and pictures. Days are those
-- of Việt Nam. rules/service
create schema service;

create table service.skills (
  code text primary key check (code ~ '^[a-z]{2,20}$'),
  names jsonb not null check (names ? 'vi'),
  categories text[] not null
);

-- A ward that stands in an area goes before its province.
create table service.areas (
  code text primary key check (code ~ '^[a-z-]{2,40}$'),
  names jsonb not null check (names ? 'vi'),
  wards text[] not null,
  provinces text[] not null,
  response_hours smallint not null check (response_hours between 1 and 240),
  travel_fee dong not null default 0 check (travel_fee >= 0),
  -- Null: never free.
  travel_free_above dong check (travel_free_above > 0),
  slots text[] not null check (slots <@ array['s1', 's2', 's3', 's4', 's5'])
);
-- Serve the area of an address.
create index areas_wards on service.areas using gin (wards);
create index areas_provinces on service.areas using gin (provinces);

-- VAT included. Without a category: of every machine.
create table service.prices (
  code text primary key check (code ~ '^[a-z0-9-]{2,40}$'),
  kind text not null check (kind in ('install', 'repair', 'maintenance', 'cleaning')),
  category_slug text,
  names jsonb not null check (names ? 'vi'),
  price dong not null check (price >= 0),
  parts_extra boolean not null,
  position smallint not null
);

-- '*': of every category.
create table service.faults (
  category_slug text not null,
  code text not null check (code ~ '^[a-z0-9-]{1,30}$'),
  names jsonb not null check (names ? 'vi'),
  position smallint not null,
  primary key (category_slug, code)
);

create table service.technicians (
  code text primary key check (code ~ '^[a-z0-9-]{3,30}$'),
  full_name text not null check (length(full_name) between 2 and 100),
  area_code text not null references service.areas,
  skills text[] not null,
  store_code text not null default '' check (length(store_code) <= 20),
  -- Opens their visits; never shown.
  login_phone text not null unique check (login_phone ~ '^\+84\d{9}$'),
  slots text[] not null check (slots <@ array['s1', 's2', 's3', 's4', 's5']),
  is_active boolean not null default true,
  version integer not null default 1
);
create index technicians_area on service.technicians (area_code, code);

create table service.days_off (
  technician_code text not null references service.technicians,
  day date not null,
  primary key (technician_code, day)
);

create table service.tickets (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^SC-[2-9A-HJ-NP-Z]{6}$'),
  kind text not null check (kind in ('install', 'repair', 'maintenance', 'cleaning')),
  category_slug text not null check (category_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Null: a machine of any maker, without a card.
  card_id bigint references warranty.cards,
  -- Of the list of its category; null: the text says it.
  fault text check (fault ~ '^[a-z0-9-]{1,30}$'),
  fault_text text not null default '' check (length(fault_text) <= 1000),
  state text not null check (state in ('received', 'booked', 'on_the_way', 'arrived', 'at_centre', 'quoted', 'working',
    'waiting_parts', 'ready', 'done', 'not_home', 'refused', 'cancelled')),
  state_at timestamptz not null,
  customer_id bigint references identity.customers (id),
  full_name text not null check (length(full_name) <= 100),
  phone text not null check (phone = '' or phone ~ '^\+84\d{9}$'),
  city_code text not null check (city_code ~ '^\d{2}$'),
  ward_code text not null check (ward_code ~ '^\d{5}$'),
  street text not null check (length(street) <= 200),
  -- "12 phố Sen Hồng, Phường Kim Liên, Hà Nội"
  address text not null check (length(address) <= 400),
  -- Null: nobody serves the place.
  area_code text references service.areas,
  locale text not null check (locale in ('vi', 'en', 'ja')),
  -- Null until care has said so.
  is_covered boolean,
  -- At the centre from then on.
  at_centre_on date,
  moved_times smallint not null default 0 check (moved_times between 0 and 3),
  not_home_times smallint not null default 0 check (not_home_times between 0 and 2),
  -- What the owner has agreed to pay.
  agreed dong check (agreed >= 0),
  -- By when a person calls, or the next step of the law is due. Null of what is final.
  due_at timestamptz,
  consent_hash bytea check (length(consent_hash) = 32),
  made_by actor not null,
  created_at timestamptz not null,
  done_at timestamptz,
  erased_at timestamptz,
  version integer not null default 1,
  check ((state in ('done', 'refused', 'cancelled')) = (done_at is not null)),
  check (due_at is null or done_at is null),
  check (erased_at is null or (full_name = '' and phone = '' and customer_id is null))
);
-- One open repair of each machine: of two at once the second finds this row.
create unique index tickets_open_repair on service.tickets (card_id) where kind = 'repair' and done_at is null;
-- Serve a person's own tickets.
create index tickets_customer on service.tickets (customer_id, id desc);
create index tickets_phone on service.tickets (phone, id desc) where phone <> '';
-- Serve the desk, and what a job moves.
create index tickets_created on service.tickets (created_at desc, id);
create index tickets_due on service.tickets (due_at, id) where done_at is null;
create index tickets_state on service.tickets (state, state_at);
create index tickets_done on service.tickets (done_at) where erased_at is null;

-- A technician is in one place at a time: the unique index is what gives a slot once.
create table service.visits (
  id bigint generated always as identity primary key,
  -- 128 random bits: of the technician's address.
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{22}$'),
  ticket_id bigint not null references service.tickets on delete cascade,
  technician_code text not null references service.technicians,
  day date not null,
  slot text not null check (slot in ('s1', 's2', 's3', 's4', 's5')),
  booked_at timestamptz not null,
  -- Moved, cancelled or given to another: the slot is free again.
  freed_at timestamptz
);
create unique index visits_once on service.visits (technician_code, day, slot) where freed_at is null;
-- One visit at a time of each ticket.
create unique index visits_ticket on service.visits (ticket_id) where freed_at is null;
create index visits_day on service.visits (day, technician_code);
create index visits_all on service.visits (ticket_id, id);

create table service.history (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references service.tickets on delete cascade,
  at timestamptz not null,
  actor actor not null,
  by_kind text not null check (by_kind in ('customer', 'care', 'technician', 'centre', 'system')),
  act text not null check (act in ('moved', 'assigned', 'quoted', 'covered', 'parts')),
  state text not null,
  note text not null default '' check (length(note) <= 1000)
);
create index history_ticket on service.history (ticket_id, id);

create table service.quotes (
  ticket_id bigint not null references service.tickets on delete cascade,
  number smallint not null check (number between 1 and 99),
  reason text not null check (length(reason) between 1 and 300),
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 12),
  total dong not null check (total >= 0),
  state text not null check (state in ('waiting', 'accepted', 'refused', 'replaced', 'lapsed')),
  made_at timestamptz not null,
  until timestamptz not null,
  decided_at timestamptz,
  primary key (ticket_id, number),
  check ((state = 'waiting') = (decided_at is null))
);
create unique index quotes_waiting on service.quotes (ticket_id) where state = 'waiting';
create index quotes_until on service.quotes (until) where state = 'waiting';

create table service.parts (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references service.tickets on delete cascade,
  name text not null check (length(name) between 1 and 100),
  quantity smallint not null check (quantity between 1 and 99),
  price dong not null check (price >= 0),
  -- 0: a consumable.
  warranty_months smallint not null check (warranty_months between 0 and 120),
  added_at timestamptz not null
);
create index parts_ticket on service.parts (ticket_id, id);

-- Of a session until a request takes them, then of its ticket.
create table service.pictures (
  key text primary key check (key ~ '^service/[A-Za-z0-9_-]{22}\.webp$'),
  session_id bigint references identity.sessions on delete cascade,
  ticket_id bigint references service.tickets on delete cascade,
  by_kind text not null check (by_kind in ('customer', 'technician')),
  bytes integer not null check (bytes between 1 and 10485760),
  stored_at timestamptz not null,
  held_until timestamptz,
  check ((ticket_id is null) = (held_until is not null)),
  check ((ticket_id is null) = (session_id is not null))
);
create index pictures_session on service.pictures (session_id, stored_at) where ticket_id is null;
create index pictures_ticket on service.pictures (ticket_id, stored_at);
create index pictures_held on service.pictures (held_until);

-- What an erasure blanks is encrypted.
select audit.watch('service.tickets', 'retained', 'service.code', 'customer.customer_id',
  array['code', 'kind', 'category_slug', 'fault', 'fault_text', 'state', 'full_name', 'phone', 'street', 'address', 'is_covered',
    'agreed', 'created_at', 'done_at'],
  array['consent_hash']);
select audit.watch('service.technicians', 'ordinary', 'technician.code', null, array[]::text[], array['login_phone']);
