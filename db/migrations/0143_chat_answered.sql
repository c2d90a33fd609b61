-- An answer to a message left in the chat is told to its member. rules/chat#hours
alter table notifications.notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('order_placed', 'order_confirmed', 'order_delivering',
    'order_delivered', 'order_cancelled', 'payment_settled', 'refund_owed', 'refund_paid', 'export_ready', 'deletion_asked',
    'deletion_taken_back', 'account_unused', 'points_ending', 'voucher_given', 'back_in_stock', 'chat_answered'));
