-- A product has a class; what the class is taxed with is a setting with dates (`vat_rates`). The percent it had before
-- was read the same way: below 10 it had the reduced rate while there was one.
alter table catalogue.products add column vat_class text check (vat_class in ('reduced', 'standard'));
update catalogue.products set vat_class = case when vat_rate < 10 then 'reduced' else 'standard' end;
alter table catalogue.products alter column vat_class set not null, drop column vat_rate;

-- The class as sold: delivery fixes the VAT at the rate this class then has.
alter table orders.lines add column vat_class text check (vat_class in ('reduced', 'standard'));
update orders.lines l set vat_class = case when l.vat_rate_bp < 1000 then 'reduced' else p.vat_class end
from catalogue.variants v join catalogue.products p on p.id = v.product_id where v.id = l.variant_id;
alter table orders.lines alter column vat_class set not null;

-- The VAT contained in an order's total, per rate: as told at placement, and as fixed by delivery. orders.vat is the sum
-- of the newer one.
create table orders.vat_groups (
  order_id bigint not null references orders.orders (id),
  fixed_by text not null check (fixed_by in ('placement', 'delivery')),
  rate_bp integer not null check (rate_bp between 0 and 10000),
  gross dong not null check (gross > 0),
  net dong not null check (net between 0 and gross),
  vat dong not null,
  primary key (order_id, fixed_by, rate_bp),
  check (net + vat = gross)
);

-- Half up, in whole numbers, as contract/values/vat.ts does it. Delivery had the rate of reduced goods.
insert into orders.vat_groups (order_id, fixed_by, rate_bp, gross, net, vat)
select order_id, 'placement', rate_bp, gross, net, gross - net
from (
  select order_id, rate_bp, sum(amount) as gross,
    div(2 * sum(amount) * 10000 + 10000 + rate_bp, 2 * (10000 + rate_bp)) as net
  from (
    select order_id, vat_rate_bp as rate_bp, line_total - discount as amount from orders.lines
    union all
    select id, case when (placed_at at time zone 'Asia/Ho_Chi_Minh')::date between '2025-07-01' and '2026-12-31'
      then 800 else 1000 end, shipping - shipping_discount from orders.orders) parts
  group by 1, 2 having sum(amount) > 0) groups;
-- What was delivered already keeps the VAT its papers state.
insert into orders.vat_groups (order_id, fixed_by, rate_bp, gross, net, vat)
select g.order_id, 'delivery', g.rate_bp, g.gross, g.net, g.vat
from orders.vat_groups g join orders.orders o on o.id = g.order_id where o.delivered_at is not null;

create function orders.keep_vat() returns trigger language plpgsql as $$
begin
  raise exception 'the VAT of an order is append only';
end $$;
create trigger vat_groups_append_only before update or delete on orders.vat_groups
  for each row execute function orders.keep_vat();
