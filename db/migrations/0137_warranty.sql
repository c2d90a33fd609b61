-- Warranty: what is known of serials, the card of each machine, and what became of it. Days are those of Việt Nam.
-- rules/warranty
create schema warranty;

alter table identity.otps
  drop constraint otps_purpose_check,
  add constraint otps_purpose_check check (purpose in
    ('login', 'register', 'reset', 'change_phone', 'change_phone_old', 'checkout', 'verify_email', 'owner', 'warranty'));

alter table notifications.notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('order_placed', 'order_confirmed', 'order_delivering',
    'order_delivered', 'order_cancelled', 'payment_settled', 'refund_owed', 'refund_paid', 'export_ready', 'deletion_asked',
    'deletion_taken_back', 'account_unused', 'points_ending', 'voucher_given', 'back_in_stock', 'warranty_activated',
    'warranty_confirm', 'warranty_not_me', 'warranty_transfer_asked', 'warranty_transferred', 'warranty_transfer_refused',
    'warranty_void'));

-- What the shop promises for the machines of a category.
create table warranty.policies (
  category_slug text primary key check (category_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  exclusions text[] not null check (exclusions <@ array['wear_parts', 'mains', 'water_source', 'insects', 'impact', 'liquid',
    'unofficial_repair', 'commercial', 'damaged_label']),
  note jsonb not null check (note ? 'vi')
);

-- Stored without dashes. A serial that is not here is unknown.
create table warranty.serials (
  serial text primary key check (serial ~ '^[0-9A-Z]{2,20}[0-9]{2}(0[1-9]|1[0-2])[0-9]{5}[0-9A-Z]$'),
  product_id integer not null references catalogue.products,
  -- In a stock of ours; on a piece of an order; sold to a dealer, or before this shop.
  state text not null check (state in ('unsold', 'order', 'sold')),
  place text not null default '' check (length(place) <= 60),
  sold_to text not null default '' check (length(sold_to) <= 120),
  sold_on date,
  order_line_id bigint references orders.lines,
  piece smallint check (piece between 1 and 10000),
  known_at timestamptz not null,
  check ((state = 'order') = (order_line_id is not null)),
  check ((order_line_id is null) = (piece is null)),
  -- One machine on each piece.
  unique (order_line_id, piece)
);
create index serials_product on warranty.serials (product_id);

create table warranty.cards (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^BH-[2-9A-HJ-NP-Z]{6}$'),
  -- 128 random bits: of its address.
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{22}$'),
  serial text references warranty.serials on update cascade,
  product_id integer not null references catalogue.products,
  -- As they were when the card was made.
  term_months smallint not null check (term_months between 1 and 240),
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  origin text not null check (origin in ('order', 'elsewhere', 'replacement')),
  start_kind text not null check (start_kind in ('delivered', 'activated', 'bought', 'production', 'replaced')),
  start_on date not null,
  -- What follows from start, months and days in repair.
  end_on date not null,
  order_line_id bigint references orders.lines,
  piece smallint check (piece between 1 and 10000),
  customer_id bigint references identity.customers (id),
  phone text not null default '' check (phone = '' or phone ~ '^\+84\d{9}$'),
  full_name text not null default '' check (length(full_name) <= 100),
  -- Where it stands: "Phường Kim Liên, Hà Nội".
  place text not null default '' check (length(place) <= 200),
  locale text not null check (locale in ('vi', 'en', 'ja')),
  bought_on date,
  bought_at text not null default '' check (length(bought_at) <= 100),
  invoice_key text check (invoice_key ~ '^warranty/[A-Za-z0-9_-]{22}\.(webp|pdf)$'),
  -- Of a purchase that is shown late.
  proof text not null default 'none' check (proof in ('none', 'pending', 'accepted', 'refused')),
  proof_decided_at timestamptz,
  consent_hash bytea check (length(consent_hash) = 32),
  made_at timestamptz not null,
  activated_at timestamptz,
  activated_by text check (activated_by in ('owner', 'completion', 'agent')),
  ended text check (ended in ('void', 'replaced', 'returned')),
  ended_at timestamptz,
  void_reason text check (void_reason in ('unofficial_repair', 'commercial_use', 'serial_altered', 'false_purchase', 'stolen')),
  void_text text not null default '' check (length(void_text) <= 1000),
  voided_by bigint references staff.accounts,
  objection text not null default '' check (length(objection) <= 1000),
  objected_at timestamptz,
  erased_at timestamptz,
  version integer not null default 1,
  check (end_on >= start_on),
  check ((origin = 'order') = (order_line_id is not null)),
  check ((order_line_id is null) = (piece is null)),
  check ((activated_at is null) = (activated_by is null)),
  check ((ended is null) = (ended_at is null)),
  check (coalesce(ended = 'void', false) = (void_reason is not null)),
  check ((void_reason is null) = (voided_by is null)),
  check ((objected_at is null) = (objection = '')),
  check (proof <> 'pending' or start_kind = 'production'),
  unique (order_line_id, piece)
);
-- One activation of each serial: of two at once the second finds this row. What was returned may be sold again.
create unique index cards_serial on warranty.cards (serial) where ended is distinct from 'returned';
-- Serve a person's own cards.
create index cards_customer on warranty.cards (customer_id, made_at desc);
create index cards_phone on warranty.cards (phone, made_at desc) where phone <> '';
-- Serve the desk and the sweep.
create index cards_made on warranty.cards (made_at desc, id);
create index cards_end on warranty.cards (end_on, id);
create index cards_waiting on warranty.cards (made_at) where proof = 'pending';
create index cards_product on warranty.cards (product_id);

-- Months beside the term: each source once, one pack a machine.
create table warranty.extensions (
  card_id bigint not null references warranty.cards,
  source text not null check (source in ('rank', 'campaign', 'pack')),
  code text not null check (length(code) between 1 and 40),
  months smallint not null check (months between 1 and 60),
  booked_at timestamptz not null,
  primary key (card_id, source, code)
);
create unique index extensions_rank on warranty.extensions (card_id) where source = 'rank';
create unique index extensions_pack on warranty.extensions (card_id) where source = 'pack';

-- Finished and open repairs, as far as the term depends on them.
create table warranty.repairs (
  code text primary key check (code ~ '^SC-[2-9A-HJ-NP-Z]{6}$'),
  card_id bigint not null references warranty.cards,
  handed_in date not null,
  -- Null while it is with us.
  handed_back date check (handed_back >= handed_in),
  is_covered boolean not null,
  fault jsonb not null check (fault ? 'vi'),
  done jsonb not null check (done ? 'vi'),
  technician text not null default '' check (length(technician) <= 40),
  -- New parts with terms of their own.
  parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array')
);
create index repairs_card on warranty.repairs (card_id, handed_in);

create table warranty.history (
  id bigint generated always as identity primary key,
  card_id bigint not null references warranty.cards on delete cascade,
  at timestamptz not null,
  actor actor not null,
  act text not null check (act in ('made', 'activated', 'serial', 'invoice_accepted', 'invoice_refused', 'void', 'objection',
    'restored', 'unconfirmed', 'confirmed', 'detached', 'transferred')),
  note text not null default '' check (length(note) <= 1000)
);
create index history_card on warranty.history (card_id, id);

-- A card that an agent activated for a phone, until its owner says so.
create table warranty.confirmations (
  token_hash bytea primary key check (length(token_hash) = 32),
  card_id bigint not null references warranty.cards,
  phone text not null check (phone = '' or phone ~ '^\+84\d{9}$'),
  agent_id bigint not null references identity.customers (id),
  state text not null check (state in ('waiting', 'confirmed', 'not_me', 'lapsed')),
  made_at timestamptz not null,
  until timestamptz not null,
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null))
);
create unique index confirmations_waiting on warranty.confirmations (card_id) where state = 'waiting';
create index confirmations_until on warranty.confirmations (until) where state = 'waiting';
create index confirmations_agent on warranty.confirmations (agent_id, decided_at) where state = 'not_me';
create index confirmations_card on warranty.confirmations (card_id);

-- Who asks to be a machine's owner. Without a card: of a serial that has none, which its asker is not told.
create table warranty.transfers (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^DC-[2-9A-HJ-NP-Z]{6}$'),
  card_id bigint references warranty.cards,
  customer_id bigint references identity.customers (id),
  phone text not null check (phone = '' or phone ~ '^\+84\d{9}$'),
  full_name text not null check (length(full_name) <= 100),
  locale text not null check (locale in ('vi', 'en', 'ja')),
  state text not null check (state in ('asked', 'owner_told', 'done', 'refused', 'withdrawn')),
  reason text not null default '' check (length(reason) <= 300),
  asked_at timestamptz not null,
  decided_at timestamptz,
  check ((state in ('asked', 'owner_told')) = (decided_at is null))
);
-- One that waits for each asker and machine.
create unique index transfers_waiting on warranty.transfers (card_id, phone) where state in ('asked', 'owner_told');
create index transfers_card on warranty.transfers (card_id, id);
create index transfers_phone on warranty.transfers (phone);
create index transfers_customer on warranty.transfers (customer_id);

-- Invoices that were sent before their form: for the session that has them, until they belong to a card.
create table warranty.invoices (
  key text primary key check (key ~ '^warranty/[A-Za-z0-9_-]{22}\.(webp|pdf)$'),
  session_id bigint not null references identity.sessions on delete cascade,
  serial text not null,
  bytes integer not null check (bytes between 1 and 10485760),
  stored_at timestamptz not null,
  held_until timestamptz not null
);
create index invoices_session on warranty.invoices (session_id, serial, stored_at desc);
create index invoices_held on warranty.invoices (held_until);

-- What an erasure blanks is encrypted.
select audit.watch('warranty.cards', 'retained', 'warranty.code', 'customer.customer_id',
  array['code', 'serial', 'product_id', 'term_months', 'parts', 'start_on', 'end_on', 'phone', 'full_name', 'place', 'bought_on',
    'bought_at', 'made_at', 'activated_at', 'ended', 'ended_at', 'void_reason', 'void_text', 'objection', 'objected_at'],
  array['public_id', 'invoice_key']);
select audit.watch('warranty.serials', 'ordinary', 'serial.serial');
select audit.watch('warranty.transfers', 'retained', 'transfer.code', 'customer.customer_id',
  array['code', 'phone', 'full_name', 'state', 'reason', 'asked_at', 'decided_at']);
