-- Signing in: one-time codes and their way to a phone, guesses counted, devices known, and what was worth remembering.

-- What happened around accounts and limits. Never a phone, a code or a password: numbers of rows and names of events.
create table kernel.security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null check (event ~ '^[a-z][a-z0-9_]{2,59}$'),
  customer_id bigint,
  client text not null,
  request_id text not null,
  detail jsonb not null default '{}'
);
-- Serves looking into one account's days, and the sweep.
create index security_events_customer on kernel.security_events (customer_id, at desc) where customer_id is not null;
create index security_events_at on kernel.security_events (at);

-- Append only; a row may go when it is a year old.
create function kernel.keep_security_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'security events are append only';
end $$;
create trigger security_events_append_only before update or delete on kernel.security_events
  for each row execute function kernel.keep_security_events();

-- How often something was tried in the current window, and how often such windows were filled before: each full one makes
-- the next longer. key holds a hash of whom it is about. Unlogged: after a crash everybody starts afresh.
create unlogged table identity.attempts (
  key text primary key,
  used integer not null check (used >= 0),
  window_ends timestamptz not null,
  strikes integer not null default 0 check (strikes between 0 and 10)
);
-- Serves the sweep.
create index attempts_window_ends on identity.attempts (window_ends);

-- Devices somebody has signed in on: there a right password is taken even while strangers are guessing. The device shows
-- a random token in a cookie; the row keeps its SHA-256.
create table identity.known_devices (
  customer_id bigint not null references identity.customers (id) on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  last_seen_at timestamptz not null,
  primary key (customer_id, device_hash)
);
-- Serves the sweep.
create index known_devices_seen on identity.known_devices (last_seen_at);

-- One-time codes: of which only an HMAC stays. facts: vietnam 10, reliability U2, U3.
create table identity.otps (
  id bigint generated always as identity primary key,
  -- A phone in E.164, or the e-mail address that is to be proved.
  target text not null check (target ~ '^\+84\d{9}$' or (purpose = 'verify_email' and position('@' in target) > 1)),
  purpose text not null check (purpose in
    ('login', 'register', 'reset', 'change_phone', 'change_phone_old', 'checkout', 'verify_email')),
  -- The session that asked; only it may use the code.
  session_id bigint references identity.sessions (id) on delete set null,
  code_hash bytea not null check (length(code_hash) = 32),
  -- The code itself, encrypted, until the message has left or the code is dead. Null from the start: there is nobody to
  -- tell it to, and the answer must not say so.
  sealed_code bytea,
  channel text not null check (channel in ('zns', 'sms', 'voice', 'email')),
  locale text not null check (locale in ('vi', 'en', 'ja')),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  tries integer not null default 0 check (tries between 0 and 5),
  used_at timestamptz,
  voided_at timestamptz,
  -- What became of the message: the channel it left by, the carrier's number for it, what it costs.
  sent_at timestamptz,
  sent_by text,
  carrier_ref text,
  delivered_at timestamptz,
  cost dong not null default 0 check (cost >= 0)
);
-- Serves the code in force, the waits between two codes, and voiding the old one.
create index otps_target on identity.otps (target, created_at desc);
-- Serves the share of codes of a block of numbers that were used.
create index otps_prefix on identity.otps (left(target, 5), created_at desc);
-- Serves the day's costs, and the sweep after 90 days.
create index otps_created on identity.otps (created_at);
-- Serves the phone that was proved in a session, and lets sessions go without reading every code.
create index otps_session on identity.otps (session_id) where session_id is not null;
-- Serves the carrier's notice that a message has arrived.
create index otps_carrier_ref on identity.otps (carrier_ref) where carrier_ref is not null;

-- Serves: the guest orders of a phone that now has an account.
create index orders_guest_phone on orders.orders (receiver_phone) where customer_id is null;

create schema notifications;

-- The development transport: messages that go nowhere but to a page of the developer's own machine.
create table notifications.outbox (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  channel text not null,
  recipient text not null,
  text text not null
);
create index outbox_at on notifications.outbox (at);

-- Keys of a carrier that renews them itself; both encrypted with DATA_KEY.
create table notifications.carrier_tokens (
  carrier text primary key,
  access bytea not null,
  refresh bytea not null,
  expires_at timestamptz not null
);
