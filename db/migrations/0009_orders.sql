-- Orders: what was sold, at which price, to whom and where, kept as it was that day. Products, prices, addresses and
-- commission rates may change afterwards; an order does not.
create schema orders;

create table orders.orders (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{10}$'),
  -- The cart it was placed from: one placement, one order, whatever the retries. Null for a quick order.
  cart_id text unique,
  -- SHA-256 of who asked for what: finds the first order when a quick order without a key of its own is sent again.
  request_hash bytea not null check (length(request_hash) = 32),
  session_id bigint references identity.sessions (id) on delete set null,
  customer_id bigint,
  locale text not null check (locale in ('vi', 'en', 'ja')),
  status text not null
    check (status in ('waiting_approval', 'confirmed', 'delivering', 'delivered', 'completed', 'cancelled')),
  goods dong not null check (goods > 0),
  discount dong not null check (discount between 0 and goods),
  shipping dong not null check (shipping >= 0),
  shipping_discount dong not null check (shipping_discount between 0 and shipping),
  total dong not null,
  -- What a courier asks for in cash: total up to the next 1,000.
  cash dong not null check (cash >= total and cash < total + 1000),
  -- Contained in total.
  vat dong not null check (vat between 0 and total),
  saving dong not null check (saving >= 0),
  payment_method text not null,
  shipping_method text not null,
  -- The carrier's name as shown, and its number for the parcel once there is one.
  shipping_unit text not null,
  shipping_code text,
  eta_from date not null,
  eta_to date not null,
  receiver_name text not null,
  receiver_phone text not null check (receiver_phone ~ '^\+84\d{9}$'),
  receiver_email text not null default '',
  -- As sold, in both systems (contract Address); the texts repeat what is printed on the parcel.
  address jsonb not null,
  address_text text not null,
  address_text_legacy text,
  company_invoice jsonb,
  note text not null default '',
  cancel_reason text,
  cancel_note text not null default '',
  placed_at timestamptz not null,
  delivered_at timestamptz,
  check (total = goods - discount + shipping - shipping_discount),
  check (eta_to >= eta_from),
  check ((status = 'cancelled') = (cancel_reason is not null)),
  check ((status in ('delivered', 'completed')) = (delivered_at is not null))
);
-- Serves the job that completes: delivered orders by the day they were delivered.
create index orders_delivered on orders.orders (delivered_at) where status = 'delivered';
-- Serves the shopkeeper's lists: of one status, and of all, newest first.
create index orders_status on orders.orders (status, placed_at desc, id desc);
create index orders_placed on orders.orders (placed_at desc, id desc);
-- Serves the search for the first order of a repeated request.
create index orders_request on orders.orders (request_hash, placed_at desc);
-- Serve the owner's lists, and let sessions be swept without reading every order.
create index orders_session on orders.orders (session_id) where session_id is not null;
create index orders_customer on orders.orders (customer_id, placed_at desc) where customer_id is not null;

create table orders.lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders.orders (id),
  key text not null,
  variant_id integer not null references catalogue.variants (id),
  sku text not null,
  slug text not null,
  category_slug text not null,
  name text not null,
  colour text,
  image jsonb not null,
  shipping_class text not null,
  quantity integer not null check (quantity > 0),
  list_price dong not null,
  unit_price dong not null check (unit_price between 0 and list_price),
  line_total dong not null,
  -- Its part of the order's discount.
  discount dong not null default 0 check (discount between 0 and line_total),
  vat_rate_bp integer not null check (vat_rate_bp between 0 and 10000),
  -- As sold: what a collaborator would earn does not change afterwards.
  commission_rate_bp integer not null check (commission_rate_bp between 0 and 10000),
  check (line_total = unit_price * quantity),
  unique (order_id, key),
  unique (order_id, variant_id)
);

-- Where the goods of an order are promised from. The rows stay when the promise is kept or taken back: the order's status
-- says which, and no status is left twice.
create table orders.allocations (
  order_id bigint not null references orders.orders (id),
  variant_id integer not null references catalogue.variants (id),
  warehouse text not null,
  quantity integer not null check (quantity > 0),
  primary key (order_id, variant_id, warehouse)
);

-- What was taken off and why. amount is signed; the discounts of an order sum to -discount.
create table orders.adjustments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders.orders (id),
  source text not null,
  label text not null,
  amount dong not null
);
create index adjustments_order on orders.adjustments (order_id);

-- Every change: who, when, why. Append only.
create table orders.history (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders.orders (id),
  status text not null
    check (status in ('waiting_approval', 'confirmed', 'delivering', 'delivered', 'completed', 'cancelled')),
  at timestamptz not null,
  who text not null check (who in ('customer', 'staff', 'system')),
  note text not null default ''
);
create index history_order on orders.history (order_id, id);

create function orders.keep_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of an order is append only';
end $$;
create trigger history_append_only before update or delete on orders.history
  for each row execute function orders.keep_history();
