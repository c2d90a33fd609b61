-- Notifications: what a person is told about their orders, money and account, and where else they want to hear it.
create schema if not exists notifications;

-- A kind and what its sentence needs, never the sentence: it is made at reading, in the reader's language.
create table notifications.notifications (
  id bigint generated always as identity primary key,
  -- The id on the wire.
  code uuid not null unique default gen_random_uuid(),
  customer_id bigint not null references identity.customers (id) on delete cascade,
  kind text not null check (kind in ('order_placed', 'order_confirmed', 'order_delivering', 'order_delivered',
    'order_cancelled', 'payment_settled', 'refund_owed', 'refund_paid', 'export_ready', 'deletion_asked',
    'deletion_taken_back')),
  topic text not null check (topic in ('orders', 'payments', 'account')),
  -- What it is about, so that something that happened once is told once: an order's code, a request's.
  subject text not null,
  params jsonb not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz,
  unique (customer_id, kind, subject)
);
-- Serves the list, newest first.
create index notifications_of_customer on notifications.notifications (customer_id, created_at desc, id desc);
-- Serves the badge, the list of what is unread, and marking all.
create index notifications_unread on notifications.notifications (customer_id, created_at desc, id desc) where read_at is null;
-- Serves the sweep.
create index notifications_age on notifications.notifications (created_at);

-- Only what somebody changed; what holds otherwise is server/notifications/settings.ts's.
create table notifications.settings (
  customer_id bigint not null references identity.customers (id) on delete cascade,
  topic text not null check (topic in ('orders', 'payments', 'account')),
  channel text not null check (channel in ('push', 'email')),
  is_on boolean not null,
  primary key (customer_id, topic, channel)
);

-- A browser that asked to be told (RFC 8030). It belongs to the session that asked: signed out, it hears nothing more.
create table notifications.push_subscriptions (
  id bigint generated always as identity primary key,
  customer_id bigint not null references identity.customers (id) on delete cascade,
  session_id bigint not null references identity.sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  locale text not null check (locale in ('vi', 'en', 'ja')),
  created_at timestamptz not null
);
-- Serve sending to a person, and the end of a session.
create index push_subscriptions_of_customer on notifications.push_subscriptions (customer_id, created_at desc);
create index push_subscriptions_of_session on notifications.push_subscriptions (session_id);
