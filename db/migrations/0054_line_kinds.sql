-- A line is known by its key, and its kind says whether it was bought or is a gift: one variant may stand in a cart and in
-- an order as both. What carts and orders hold so far was bought. decisions/0292
alter table cart.lines
  add column kind text not null default 'bought' check (kind in ('bought', 'gift')),
  add constraint lines_gift_costs_nothing check (kind <> 'gift' or (price_seen = 0 and price_before is null)),
  drop constraint lines_cart_variant_id_key;
-- One bought line per variant. What reads the lines of a cart has lines_cart_key_key.
create unique index lines_bought on cart.lines (cart, variant_id) where kind = 'bought';

alter table orders.lines
  add column kind text not null default 'bought' check (kind in ('bought', 'gift')),
  -- Of a gift: the price of its variant at that moment.
  add column gift_value dong check (gift_value >= 0),
  add constraint lines_gift_costs_nothing check (kind <> 'gift' or unit_price = 0),
  add constraint lines_gift_has_value check ((kind = 'gift') = (gift_value is not null)),
  drop constraint lines_order_id_variant_id_key;
-- One bought line per variant. What reads the lines of an order has lines_order_id_key_key.
create unique index lines_bought on orders.lines (order_id, variant_id) where kind = 'bought';
