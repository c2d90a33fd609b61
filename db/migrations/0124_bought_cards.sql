-- Gift cards that are bought: a product of kind `gift_card` with its values. It is no product of the catalogue: it has neither
-- category nor stock, parcel or serial, and is bought by a form of its own. rules/loyalty#gift-cards; decisions/0375
create table loyalty.card_products (
  id integer primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- By language.
  name jsonb not null check (name ? 'vi'),
  short_description jsonb not null check (short_description ? 'vi'),
  description jsonb not null check (description ? 'vi')
);
create table loyalty.card_values (
  sku text primary key,
  product_id integer not null references loyalty.card_products,
  value dong not null unique check (value between 100000 and 10000000),
  is_default boolean not null default false
);

alter table loyalty.gift_cards
  -- The order that bought it, and which of its cards it is: each is opened once.
  add column order_code text,
  add column n smallint check (n >= 1),
  add constraint gift_cards_bought check ((order_code is null) = (n is null)),
  add constraint gift_cards_once unique (order_code, n);

alter table orders.lines
  -- Null: a gift card, which is no variant of the catalogue.
  alter column variant_id drop not null,
  add column card_value dong check (card_value between 100000 and 10000000),
  add constraint lines_card check ((variant_id is null) = (card_value is not null)),
  add constraint lines_card_is_bought check (card_value is null or (kind = 'bought' and unit_price = card_value and discount = 0 and voucher = 0 and points = 0));

alter table payments.payments
  -- Something is delivered, so that it can be paid then.
  add column has_delivery boolean not null default true;
