-- Points: what an order earned, what returns took back, and what a cart wants to spend. rules/loyalty; decisions/0371
alter table orders.orders
  -- Of the account at placement, as it was told then. Null: placed before there were points, and earns none.
  add column rank text check (rank in ('member', 'silver', 'gold', 'diamond')),
  add column earn_rate_bp integer check (earn_rate_bp between 0 and 10000),
  add constraint orders_rank_has_rate check ((rank is null) = (earn_rate_bp is null));
alter table orders.lines
  -- Its part of the order's points, in whole points.
  add column points points not null default 0 check (points >= 0);

-- Points the owner wants to spend; a cart that changes may allow fewer, and says so.
alter table cart.carts add column points points not null default 0 check (points >= 0);

-- What a completed order counts for the rank and has earned. What returns lower is as if it had never been bought.
create table loyalty.earnings (
  order_code text primary key,
  customer_id bigint not null references identity.customers (id),
  -- đồng: goods after codes, voucher, trade-in and points.
  base dong not null check (base >= 0),
  kept_base dong not null,
  rate_bp integer not null check (rate_bp between 0 and 10000),
  points points not null check (points >= 0),
  -- The lot they came into; null where there were none.
  lot_id bigint references ledger.lots,
  completed_at timestamptz not null,
  constraint earnings_kept check (kept_base between 0 and base)
);
-- Serves the spend of a customer within the window of the ranks.
create index earnings_customer on loyalty.earnings (customer_id, completed_at);

-- Lines of an order that a refund takes back, once for each refund.
create table loyalty.returns (
  source text primary key,
  order_code text not null,
  -- đồng of the earning base, and points that had paid.
  base dong not null check (base >= 0),
  points points not null check (points >= 0),
  at timestamptz not null
);
-- Serves what came back of an order.
create index returns_order on loyalty.returns (order_code);
create table loyalty.return_lines (
  source text not null references loyalty.returns,
  key text not null,
  quantity integer not null check (quantity > 0),
  primary key (source, key)
);

alter table notifications.notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('order_placed', 'order_confirmed', 'order_delivering',
    'order_delivered', 'order_cancelled', 'payment_settled', 'refund_owed', 'refund_paid', 'export_ready', 'deletion_asked',
    'deletion_taken_back', 'account_unused', 'points_ending'));
