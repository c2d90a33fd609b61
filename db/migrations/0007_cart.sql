-- Carts: what somebody means to buy, and the choices made on the way. No price, fee or total is kept here: every read
-- computes them anew. price_seen is no price but a memory of what the shopper was told.
create schema cart;

-- One cart of each kind per owner: a visitor's session or a customer. cart_id is its public name and is given anew when
-- an order is placed from it, so it names one placement: two orders of one cart_id cannot be (orders.orders.cart_id).
create table cart.carts (
  id bigint generated always as identity primary key,
  cart_id text not null unique check (cart_id ~ '^[A-Za-z0-9_-]{22}$'),
  kind text not null check (kind in ('normal', 'hub', 'exchange')),
  session_id bigint references identity.sessions (id) on delete cascade,
  customer_id bigint,
  shipping_method text,
  payment_method text,
  receiver_name text not null default '',
  receiver_phone text not null default '',
  receiver_email text not null default '',
  -- The address as answered (contract Address), in both systems where it was given in the old one.
  address jsonb,
  company_invoice jsonb,
  note text not null default '' check (length(note) <= 500),
  -- The order placed last from here, and the SHA-256 of what was asked: a repeated request gets that order again.
  placed_order text,
  placed_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(session_id, customer_id) = 1),
  check ((placed_order is null) = (placed_hash is null)),
  -- Serve: the caller's cart.
  unique (session_id, kind),
  unique (customer_id, kind)
);

create table cart.lines (
  id bigint generated always as identity primary key,
  cart bigint not null references cart.carts (id) on delete cascade,
  -- Public name of the line within its cart.
  key text not null check (length(key) between 8 and 40),
  variant_id integer not null references catalogue.variants (id),
  quantity integer not null check (quantity between 1 and 999),
  selected boolean not null default true,
  -- The unit price at the last write of this line, and the one before where that write met a changed price.
  price_seen dong not null check (price_seen >= 0),
  price_before dong check (price_before <> price_seen),
  added_at timestamptz not null,
  unique (cart, key),
  -- One line per variant; also serves reading a cart's lines.
  unique (cart, variant_id)
);
