-- The desk of points: what moved them by its day, gifts changed by staff, and the message of an adjustment. rules/loyalty#desk
-- Serves the list of movements, newest or oldest first.
create index transfers_at on ledger.transfers (at, id);
alter table loyalty.rewards add column version integer not null default 1;

alter table notifications.notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('order_placed', 'order_confirmed', 'order_delivering',
    'order_delivered', 'order_cancelled', 'payment_settled', 'refund_owed', 'refund_paid', 'export_ready', 'deletion_asked',
    'deletion_taken_back', 'account_unused', 'points_ending', 'points_adjusted', 'voucher_given', 'back_in_stock', 'chat_answered',
    'warranty_activated', 'warranty_confirm', 'warranty_not_me', 'warranty_transfer_asked', 'warranty_transferred',
    'warranty_transfer_refused', 'warranty_void'));
