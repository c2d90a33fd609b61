-- The price of a programme stands on pages where anybody pays it for one unit. rules/promotions#public-price

-- What one unit of these goods costs in a programme that runs, for a visitor of the site who is not signed in and has chosen
-- nothing yet; no row where none is lower than what is asked without programmes. As server/promotions/engine/programmes.ts
-- (`currentPriceOf`) decides it for a cart with that unit alone: of equal prices the lower priority, then the lower id.
-- `regular` is the price asked without deals, `flash` that of a flash sale where it is lower. `ends_at`: until when it holds.
create function promotions.programme_price(at timestamptz, product integer, categories integer[], brand integer, class text,
  regular dong, flash dong)
returns table (slug text, title jsonb, price dong, ends_at timestamptz)
language sql stable as $$
  select r.slug, r.title, unit.price::dong, least(r.ends_at,
    (date_trunc('day', at at time zone 'Asia/Ho_Chi_Minh') + make_interval(hours => (r.conditions #>> '{hours,to}')::integer))
      at time zone 'Asia/Ho_Chi_Minh')
  from promotions.promotions r, lateral (
    select case r.action ->> 'type'
      when 'fixed_price' then (r.action ->> 'price')::bigint
      -- Rounded half up, as `share` of contract/values/money.ts.
      when 'percent' then regular - (regular * (r.action ->> 'rate_bp')::bigint + 5000) / 10000
      when 'tiers' then regular - (regular * (
        select coalesce(max((tier ->> 'rate_bp')::bigint), 0) from jsonb_array_elements(r.action -> 'tiers') tier
        where (tier ->> 'quantity')::integer <= 1) + 5000) / 10000
    end as price) unit
  where r.kind = 'programme' and r.ends_at > at and r.starts_at <= at and coalesce(r.used < r.max_uses, true)
    and r.action ->> 'type' in ('fixed_price', 'percent', 'tiers')
    and not r.conditions ?| array['ranks', 'payment_methods', 'cities']
    and not coalesce((r.conditions ->> 'first_order')::boolean, false)
    and (not r.conditions ? 'account_kinds' or r.conditions -> 'account_kinds' ? 'guest')
    and (not r.conditions ? 'channels' or r.conditions -> 'channels' ? 'web')
    and (not r.conditions ? 'hours' or (
      extract(hour from at at time zone 'Asia/Ho_Chi_Minh') >= (r.conditions #>> '{hours,from}')::integer
      and extract(hour from at at time zone 'Asia/Ho_Chi_Minh') < (r.conditions #>> '{hours,to}')::integer))
    and (flash is null or coalesce((r.conditions ->> 'with_flash')::boolean, false))
    and coalesce((r.conditions ->> 'min_quantity')::integer, 0) <= 1
    and coalesce((r.conditions ->> 'min_order')::bigint, 0) <= coalesce(flash, regular)
    and promotions.names_goods(r.conditions, product, categories, brand, class, regular)
    and unit.price < coalesce(flash, regular)
  order by unit.price, r.priority, r.id limit 1
$$;

-- The next moments at which flash sales and programmes change a price by the clock; hours of the day for two days ahead.
create function promotions.price_changes(since timestamptz, most integer) returns table (at timestamptz)
language sql stable as $$
  select distinct moments.at from (
    select unnest(array[s.starts_at, s.ends_at]) as at from promotions.flash_sales s where s.ends_at > since
    union all
    select unnest(array[r.starts_at, r.ends_at]) from promotions.promotions r where r.kind = 'programme' and r.ends_at > since
    union all
    select (date_trunc('day', since at time zone 'Asia/Ho_Chi_Minh') + make_interval(days => day, hours => hour))
      at time zone 'Asia/Ho_Chi_Minh'
    from promotions.promotions r, generate_series(0, 1) day,
      unnest(array[(r.conditions #>> '{hours,from}')::integer, (r.conditions #>> '{hours,to}')::integer]) hour
    where r.kind = 'programme' and r.ends_at > since and r.conditions ? 'hours'
  ) moments where moments.at > since order by moments.at limit most
$$;

-- The lowest of flash and programme, where it is lower than the regular price: for sorting and filtering.
alter table catalogue.shelf rename column flash_price to deal_price;
alter index catalogue.shelf_flash rename to shelf_deal;
