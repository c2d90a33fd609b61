-- A flash price holds only while one order can still take its minimum: of the quota, and of what is on the shelves. With
-- less than that left the ordinary price holds, so that the rest can be bought at all.
create or replace function promotions.flash_prices(at timestamptz)
returns table (variant_id integer, item_id integer, code text, price dong, starts_at timestamptz, ends_at timestamptz,
  quota integer, sold integer, minimum integer, maximum integer)
language sql stable as $$
  select distinct on (i.variant_id) i.variant_id, i.id, s.code, i.price, s.starts_at, s.ends_at, i.quota, i.sold,
    i.minimum, i.maximum
  from promotions.flash_sale_items i
  join promotions.flash_sales s on s.id = i.sale_id
  join catalogue.variants v on v.id = i.variant_id and v.current_price > i.price
  where s.starts_at <= at and s.ends_at > at and i.quota - i.sold >= i.minimum
    and (i.minimum = 1 or i.minimum <= (
      select sum(t.on_hand - t.allocated) from catalogue.stock t where t.variant_id = i.variant_id))
  order by i.variant_id, i.price, i.id
$$;
