-- Prices move out of the variants into a table of their own, with a window for the sale price, and every price a variant
-- ever had into a history. server/catalogue/products/prices.ts writes both, and nothing else does.
create table catalogue.price_history (
  variant_id integer not null references catalogue.variants on delete cascade,
  -- 1 is the first price of the variant.
  version integer not null check (version > 0),
  list_price dong not null,
  sale_price dong,
  sale_from timestamptz,
  sale_until timestamptz,
  actor actor not null,
  set_at timestamptz not null,
  primary key (variant_id, version)
);

-- The price of each variant, which is the newest row of its history.
create table catalogue.prices (
  variant_id integer primary key references catalogue.variants on delete cascade,
  list_price dong not null check (list_price > 0),
  sale_price dong check (sale_price > 0 and sale_price < list_price),
  -- The sale price holds in [sale_from, sale_until); an open side has no end.
  sale_from timestamptz,
  sale_until timestamptz,
  version integer not null,
  check (sale_price is not null or (sale_from is null and sale_until is null)),
  check (sale_until > sale_from),
  foreign key (variant_id, version) references catalogue.price_history
);
-- Serve the search for the next moments at which prices change by the clock.
create index prices_sale_from on catalogue.prices (sale_from) where sale_from is not null;
create index prices_sale_until on catalogue.prices (sale_until) where sale_until is not null;

insert into catalogue.price_history (variant_id, version, list_price, sale_price, actor, set_at)
select id, 1, price, sale_price, 'system', now() from catalogue.variants;
insert into catalogue.prices (variant_id, list_price, sale_price, version)
select id, price, sale_price, 1 from catalogue.variants;

-- A row goes only together with its variant, and no variant that was ever sold goes.
create function catalogue.keep_prices() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from catalogue.variants v where v.id = old.variant_id) then return old; end if;
  raise exception 'the history of prices is append only';
end $$;
create trigger price_history_append_only before update or delete on catalogue.price_history
  for each row execute function catalogue.keep_prices();

-- A price that is written without its row of history is refused: here, or by the foreign key.
create function catalogue.count_price() returns trigger language plpgsql as $$
begin
  if new.version = old.version + 1 then return new; end if;
  raise exception 'a price is written together with its history';
end $$;
create trigger price_with_history before update on catalogue.prices
  for each row execute function catalogue.count_price();

-- The price of a variant at a moment, before flash sales.
create function catalogue.current_price(price catalogue.prices, at timestamptz) returns dong
language sql immutable parallel safe as $$
  select case when price.sale_price is not null and (price.sale_from is null or price.sale_from <= at)
    and (price.sale_until is null or price.sale_until > at) then price.sale_price else price.list_price end
$$;

-- When it changes next by the clock; null where it does not.
create function catalogue.price_until(price catalogue.prices, at timestamptz) returns timestamptz
language sql immutable parallel safe as $$
  select case when price.sale_from > at then price.sale_from when price.sale_until > at then price.sale_until end
$$;

-- Until when the row's regular_price holds: the job that follows the clock finds what is due.
alter table catalogue.shelf add column price_until timestamptz;
create index shelf_price_until on catalogue.shelf (price_until) where price_until is not null;

-- As in 0031, against the price of that moment.
create or replace function promotions.flash_prices(at timestamptz)
returns table (variant_id integer, item_id integer, code text, price dong, starts_at timestamptz, ends_at timestamptz,
  quota integer, sold integer, minimum integer, maximum integer)
language sql stable as $$
  select distinct on (i.variant_id) i.variant_id, i.id, s.code, i.price, s.starts_at, s.ends_at, i.quota, i.sold,
    i.minimum, i.maximum
  from promotions.flash_sale_items i
  join promotions.flash_sales s on s.id = i.sale_id
  join catalogue.prices p on p.variant_id = i.variant_id and catalogue.current_price(p, at) > i.price
  where s.starts_at <= at and s.ends_at > at and i.quota - i.sold >= i.minimum
    and (i.minimum = 1 or i.minimum <= (
      select sum(t.on_hand - t.allocated) from catalogue.stock t where t.variant_id = i.variant_id))
  order by i.variant_id, i.price, i.id
$$;

alter table catalogue.variants drop column current_price, drop column sale_price, drop column price;
