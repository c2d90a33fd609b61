-- Places for what pays beside money, for every kind of order, and for an order that owes nothing. Nothing fills them yet:
-- what a shop holds so far is of kind normal, paid by money alone. decisions/0293
alter table orders.orders
  add column kind text not null default 'normal' check (kind in ('normal', 'hub', 'exchange', 'service')),
  -- đồng, but for points.
  add column voucher dong not null default 0 check (voucher >= 0),
  add column trade_in dong not null default 0 check (trade_in >= 0),
  add column points points not null default 0 check (points >= 0),
  add column points_amount dong not null default 0 check (points_amount >= 0),
  add column gift_card dong not null default 0 check (gift_card >= 0),
  drop constraint orders_goods_check,
  drop constraint orders_check3,
  drop constraint orders_check4,
  -- The exchange shop sells for points alone: its goods cost 0 đ, and points pay no đồng of them.
  add constraint orders_goods_check check (case when kind = 'exchange' then goods = 0 else goods > 0 end),
  add constraint orders_points_pay check (kind = 'exchange' or (points > 0) = (points_amount > 0)),
  -- Voucher, trade-in and points pay for goods alone; a gift card for delivery as well.
  add constraint orders_goods_are_left check (goods - discount - voucher - trade_in - points_amount >= 0),
  add constraint orders_total_check check (
    total = goods - discount - voucher - trade_in - points_amount + shipping - shipping_discount - gift_card),
  add constraint orders_nothing_below_zero check (total >= 0),
  -- A voucher lowers the price; trade-in, points and gift card pay it.
  add constraint orders_vat_check check (vat between 0 and goods - discount - voucher + shipping - shipping_discount);

alter table orders.lines
  -- Its part of the order's voucher.
  add column voucher dong not null default 0,
  add constraint lines_voucher_check check (voucher between 0 and line_total - discount);

alter table payments.payments
  -- The proof of a payment that has no attempt, because nothing was due at placement; else each attempt has its own.
  add column uid_payment text unique check (length(uid_payment) = 22),
  add constraint payments_nothing_is_awaited check (amount + rounding > 0 or status not in ('created', 'pending'));
