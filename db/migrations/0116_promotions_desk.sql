-- Promotions as the office writes, publishes and stops them. rules/promotions#desk
create table promotions.drafts (
  -- KM-12, or GV-3 of a flash sale: the code of what it becomes.
  code text primary key check (code ~ '^(KM|GV)-[1-9][0-9]{0,9}$'),
  -- As contract/promotions/promotion-form.ts reads it, complete or not.
  form jsonb not null check (form ? 'title'),
  -- What the form says so far, as server/promotions/engine/promotion.ts reads it. Null: the action is not complete.
  action jsonb,
  conditions jsonb not null default '{}' check (jsonb_typeof(conditions) = 'object'),
  version integer not null default 1 check (version > 0),
  changed_at timestamptz not null
);
select audit.watch('promotions.drafts', 'ordinary', 'promotion_draft.code');

alter table promotions.promotions
  add column version integer not null default 1 check (version > 0),
  -- A stopped one has a window that is over; this is the one it had.
  add column stopped_at timestamptz,
  add column planned_starts_at timestamptz,
  add column planned_ends_at timestamptz,
  add constraint promotions_stopped check ((stopped_at is null) = (planned_ends_at is null)
    and (stopped_at is null) = (planned_starts_at is null) and planned_ends_at > planned_starts_at);
alter table promotions.flash_sales
  add column version integer not null default 1 check (version > 0),
  add column stopped_at timestamptz,
  add column planned_starts_at timestamptz,
  add column planned_ends_at timestamptz,
  add constraint flash_sales_stopped check ((stopped_at is null) = (planned_ends_at is null)
    and (stopped_at is null) = (planned_starts_at is null) and planned_ends_at > planned_starts_at);

-- Serves what a programme has cost so far.
create index lines_programme on orders.lines (programme_id) where programme_id is not null;

-- Every promotion of the desk: published ones, flash sales, and drafts. `number` is unique over all of them.
create view promotions.desk as
select 'KM-' || p.id as code, p.id * 4::bigint as number, p.kind, p.title, p.action, p.conditions, p.starts_at, p.ends_at,
  p.stopped_at, p.planned_starts_at, p.planned_ends_at, p.max_uses, p.per_customer, p.budget, false as is_draft, p.version,
  case when p.kind = 'programme' and p.max_uses is null and p.per_customer is null
    then (select count(distinct l.order_id)::int from orders.lines l join orders.orders o on o.id = l.order_id
      where l.programme_id = p.id and o.status <> 'cancelled') else p.used end as used,
  case when p.kind = 'programme' and p.max_uses is null and p.per_customer is null
    then (select coalesce(sum(case when l.kind = 'gift' then coalesce(l.gift_value, 0)
        else (l.list_price - l.unit_price) * l.quantity end), 0)::dong
      from orders.lines l join orders.orders o on o.id = l.order_id
      where l.programme_id = p.id and o.status <> 'cancelled') else p.spent end as cost
from promotions.promotions p
union all
select 'GV-' || s.id, s.id * 4::bigint + 1, 'flash_sale', s.title, null, '{}', s.starts_at, s.ends_at,
  s.stopped_at, s.planned_starts_at, s.planned_ends_at, i.quota, null, null, false, s.version, i.sold, i.cost
from promotions.flash_sales s
cross join lateral (
  select coalesce(sum(i.quota), 0)::int as quota, coalesce(sum(i.sold), 0)::int as sold,
    coalesce(sum(i.sold * greatest(0, catalogue.current_price(pr, coalesce(s.planned_starts_at, s.starts_at)) - i.price)), 0)::dong as cost
  from promotions.flash_sale_items i join catalogue.prices pr on pr.variant_id = i.variant_id where i.sale_id = s.id) i
union all
select d.code, substr(d.code, 4)::bigint * 4 + case when d.code like 'GV-%' then 3 else 2 end, d.form ->> 'kind',
  d.form -> 'title', d.action, d.conditions, (d.form ->> 'starts_at')::timestamptz, (d.form ->> 'ends_at')::timestamptz,
  null, null, null, (d.form ->> 'max_uses')::int, (d.form ->> 'per_customer')::int, (d.form ->> 'budget')::dong,
  true, d.version, 0, 0
from promotions.drafts d;
