-- Programmes become rules of the calculation: a programme is a promotion that applies by itself. The tables that only
-- announced programmes were never filled. rules/promotions#programmes
drop table promotions.programme_categories;
drop table promotions.programmes;
delete from audit.sources where name in ('promotions.programmes', 'promotions.programme_categories');
select audit.watch('promotions.promotions', 'retained', 'promotion.id');

alter table promotions.promotions
  drop constraint promotions_kind_check,
  add constraint promotions_kind_check
    check (kind in ('coupon', 'delivery_coupon', 'voucher', 'promo_code', 'programme')),
  add column slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- The lower goes first among programmes that want the same units.
  add column priority smallint not null default 0,
  -- The slots whose codes go with its lines; null is every slot.
  add column combines_with text[] check (combines_with <@ array['coupon', 'delivery_coupon', 'voucher', 'promo_code']),
  -- Units of each of its products in one order.
  add column minimum integer check (minimum > 0),
  add column maximum integer check (maximum > 0),
  add constraint promotions_programme_has_page check ((kind = 'programme') = (slug is not null)),
  add constraint promotions_programme_alone check (kind = 'programme'
    or (priority = 0 and combines_with is null and minimum is null and maximum is null)),
  -- A programme is bounded by uses: each costs what its lines cost.
  add constraint promotions_programme_budget check (kind <> 'programme' or budget is null),
  add constraint promotions_quantities check (maximum >= minimum);
-- Serves the programmes that run now, for every cart and the pages.
create index promotions_programmes on promotions.promotions (ends_at) where kind = 'programme';

-- Which order used which programme: counted against quota and customer, and given back once. The buyer is stored as a
-- digest of the phone.
create table promotions.programme_uses (
  promotion_id integer not null references promotions.promotions on delete cascade,
  order_ref text not null,
  buyer bytea not null check (length(buyer) = 32),
  amount dong not null check (amount >= 0),
  used_at timestamptz not null,
  given_back_at timestamptz,
  primary key (promotion_id, order_ref)
);
-- Serves "how often has this buyer used this programme".
create index programme_uses_buyer on promotions.programme_uses (promotion_id, buyer) where given_back_at is null;
-- Serves giving back what an order used, and the uses of an account's orders.
create index programme_uses_order on promotions.programme_uses (order_ref);
-- Serves taking again what a lapsed order gave back.
create index code_uses_given_back on promotions.code_uses (order_ref) where given_back_at is not null;

alter table orders.lines
  -- The programme whose price a bought line has, or that gave a gift.
  add column programme_id integer references promotions.promotions,
  -- Of a gift: the keys of the lines that earned it.
  add column set_keys text[] not null default '{}';

-- Whether conditions name these goods, as server/promotions/engine/conditions.ts decides it (`names`). `price` is the
-- regular price of one unit. Only literal conditions are read, so that no row of another table is.
create function promotions.names_goods(conditions jsonb, product integer, categories integer[], brand integer,
  class text, price dong) returns boolean language sql immutable parallel safe as $$
  select (not conditions ? 'products' or conditions -> 'products' @> to_jsonb(product))
    and (not conditions ? 'categories' or exists (
      select from unnest(categories) each where conditions -> 'categories' @> to_jsonb(each)))
    and (not conditions ? 'brands' or conditions -> 'brands' @> to_jsonb(brand))
    and (not conditions ? 'shipping_classes' or conditions -> 'shipping_classes' @> to_jsonb(class))
    and (not conditions ? 'price_from' or price >= (conditions ->> 'price_from')::bigint)
    and (not conditions ? 'price_to' or price <= (conditions ->> 'price_to')::bigint)
$$;

-- What must hold for a product to be bought online, beside stock: { "minimum", "maximum" } units in an order,
-- "account_kinds", "cities" and "channels". rules/promotions#purchase-policy
alter table catalogue.products
  add column purchase_policy jsonb not null default '{}' check (jsonb_typeof(purchase_policy) = 'object');
