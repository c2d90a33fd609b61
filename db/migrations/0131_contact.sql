-- Messages to the shop and complaints. rules/contact
create schema contact;

create table contact.messages (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^LH-[2-9A-HJ-NP-Z]{6}$'),
  topic text not null check (topic in ('product', 'order', 'warranty', 'complaint', 'cooperation', 'press', 'privacy')),
  -- The account its sender was signed in with.
  customer_id bigint references identity.customers (id),
  full_name text not null,
  phone text not null check (phone = '' or phone ~ '^\+84\d{9}$'),
  email text not null,
  order_code text not null default '',
  locale text not null check (locale in ('vi', 'en', 'ja')),
  -- Sender and text of one day: the same message again is this one.
  request_hash bytea not null unique,
  state text not null default 'received' check (state in ('received', 'in_work', 'waiting_customer', 'answered', 'closed')),
  -- Smoke, current, water or an injury.
  safety boolean not null,
  priority boolean not null default false,
  escalated boolean not null default false,
  received_at timestamptz not null,
  -- Of a complaint: somebody is named by then.
  name_by timestamptz check ((name_by is not null) = (topic = 'complaint')),
  due_at timestamptz not null,
  -- Why the first end was put off; once, and of complaints alone.
  extended text not null default '',
  extended_at timestamptz,
  assigned_to bigint references staff.accounts (id),
  answered_at timestamptz,
  closed_at timestamptz,
  -- Its person was erased, or its time is over.
  erased_at timestamptz,
  version integer not null default 1,
  check (erased_at is not null or phone <> '' or (email <> '' and topic in ('complaint', 'privacy', 'press'))),
  check (erased_at is null or (full_name = '' and phone = '' and email = '' and customer_id is null)),
  check ((extended_at is null) = (extended = '')),
  check (extended_at is null or topic = 'complaint'),
  check ((state = 'closed') = (closed_at is not null))
);
-- Serves the desk: what is open, due first.
create index messages_open on contact.messages (due_at) where state <> 'closed';
-- Serves the desk: the newest first.
create index messages_received on contact.messages (received_at desc);
-- Serves a person's own: export and erasure.
create index messages_customer on contact.messages (customer_id) where customer_id is not null;

-- What was written, by both sides. Nothing of it is edited.
create table contact.lines (
  id bigint generated always as identity primary key,
  message_id bigint not null references contact.messages (id) on delete cascade,
  at timestamptz not null,
  actor actor not null,
  is_answer boolean not null,
  text text not null check (length(text) between 1 and 8000)
);
create index lines_message on contact.lines (message_id, id);

-- What was done with it, by whom and why.
create table contact.history (
  id bigint generated always as identity primary key,
  message_id bigint not null references contact.messages (id) on delete cascade,
  at timestamptz not null,
  actor actor not null,
  act text not null check (act in ('received', 'replied', 'assigned', 'answered', 'asked', 'extended', 'escalated', 'prioritised', 'unprioritised', 'closed', 'reopened')),
  note text not null default ''
);
create index history_message on contact.history (message_id, id);

select audit.watch('contact.messages', 'retained', 'message.id', of_hidden => array['code', 'topic', 'full_name', 'phone', 'email', 'order_code', 'safety', 'received_at']);
