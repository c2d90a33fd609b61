-- Accounts nobody uses any more: when one was last used, and the erasure the shop then plans by itself.

-- Any sign-in, and any day on which a session was used.
alter table identity.customers add column last_active_at timestamptz not null default now();
update identity.customers c set last_active_at = greatest(c.created_at,
  (select max(last_seen_at) from identity.sessions where customer_id = c.id),
  (select max(last_seen_at) from identity.known_devices where customer_id = c.id),
  (select max(placed_at) from orders.orders where customer_id = c.id));
-- Serves the job that looks for those unused for long.
create index customers_unused on identity.customers (last_active_at) where status = 'active';

-- A deletion somebody asked for, or one that follows from not being used; and when the person was told of the latter.
alter table privacy.data_requests
  add column because text not null default 'asked' check (because in ('asked', 'unused')),
  add column warned_at timestamptz,
  add constraint data_requests_unused check (because = 'asked' or kind = 'deletion');

alter table notifications.notifications drop constraint notifications_kind_check;
alter table notifications.notifications add constraint notifications_kind_check check (kind in ('order_placed',
  'order_confirmed', 'order_delivering', 'order_delivered', 'order_cancelled', 'payment_settled', 'refund_owed',
  'refund_paid', 'export_ready', 'deletion_asked', 'deletion_taken_back', 'account_unused'));
