-- What must hold between tables, whatever happened: every row this answers is a fault, with what it is about.
-- Run by tests after their races (server/database/integrity.ts) and by `npm run integrity` on a living shop.

select 'stock: allocated differs from open orders' as fault, s.variant_id || ' ' || s.warehouse as about
from (select variant_id, warehouse, allocated from catalogue.stock) s
left join (
  select a.variant_id, a.warehouse, sum(a.quantity)::bigint as promised
  from orders.allocations a join orders.orders o on o.id = a.order_id
  where o.status in ('waiting_approval', 'confirmed', 'delivering')
  group by 1, 2
) o on o.variant_id = s.variant_id and o.warehouse = s.warehouse
where s.allocated <> coalesce(o.promised, 0)

union all
select 'stock: promised from a shelf that is not there', a.variant_id || ' ' || a.warehouse
from orders.allocations a join orders.orders o on o.id = a.order_id
where o.status in ('waiting_approval', 'confirmed', 'delivering')
  and not exists (select from catalogue.stock s where s.variant_id = a.variant_id and s.warehouse = a.warehouse)

union all
select 'stock: the lines of an order are not wholly allocated', o.code
from orders.orders o join orders.lines l on l.order_id = o.id
where o.status in ('waiting_approval', 'confirmed', 'delivering') and l.variant_id is not null
group by o.id, o.code, l.variant_id
having sum(l.quantity) <> (
  select coalesce(sum(a.quantity), 0) from orders.allocations a where a.order_id = o.id and a.variant_id = l.variant_id)

union all
select 'cart: more than one bought line of a variant', l.cart || ' ' || l.variant_id
from cart.lines l
where l.kind = 'bought'
group by l.cart, l.variant_id
having count(*) > 1

union all
select 'order: more than one bought line of a variant', o.code
from orders.orders o join orders.lines l on l.order_id = o.id
where l.kind = 'bought'
group by o.id, o.code, l.variant_id
having count(*) > 1

union all
select 'gift card: its account is no card''s, or it was opened with another value', c.id::text
from loyalty.gift_cards c join ledger.accounts a on a.id = c.account_id
where a.kind <> 'gift_card' or c.value <> (
  select coalesce(sum(t.amount), 0) from ledger.transfers t where t.to_account = c.account_id and t.code = 'activate')

union all
select 'gift card: an order has other cards than it bought and paid', o.code
from orders.orders o
where exists (select from orders.lines l where l.order_id = o.id and l.card_value is not null)
  and (case when o.status in ('confirmed', 'completed') then (
      select coalesce(sum(l.line_total), 0) from orders.lines l where l.order_id = o.id and l.card_value is not null) else 0 end)
    <> (select coalesce(sum(c.value), 0) from loyalty.gift_cards c where c.order_code = o.code and c.voided_at is null)

union all
select 'flash sale: sold differs from what buyers took', i.id::text
from promotions.flash_sale_items i
where i.sold <> (
  select coalesce(sum(t.quantity), 0) from promotions.flash_sale_takes t
  where t.item_id = i.id and t.given_back_at is null)

union all
select 'price: differs from the newest row of its history', p.variant_id::text
from catalogue.prices p
where exists (select from catalogue.price_history h where h.variant_id = p.variant_id and h.version > p.version)
  or not exists (
    select from catalogue.price_history h where h.variant_id = p.variant_id and h.version = p.version
      and (h.list_price, h.sale_price, h.sale_from, h.sale_until)
        is not distinct from (p.list_price, p.sale_price, p.sale_from, p.sale_until))

union all
select 'price: a variant has none', v.id::text
from catalogue.variants v
where not exists (select from catalogue.prices p where p.variant_id = v.id)

union all
select 'order: the VAT at placement does not divide its price', o.code
from orders.orders o
where o.goods - o.discount - o.voucher + o.shipping - o.shipping_discount <> (
  select coalesce(sum(g.gross), 0) from orders.vat_groups g where g.order_id = o.id and g.fixed_by = 'placement')

union all
select 'order: the VAT fixed by delivery does not divide its price, or it was not delivered', o.code
from orders.orders o
-- Of a gift card VAT is due when it pays for something, not when it is bought.
where case when o.delivered_at is null or exists (
    select from orders.lines l where l.order_id = o.id and l.card_value is not null) then 0
  else o.goods - o.discount - o.voucher + o.shipping - o.shipping_discount end <> (
  select coalesce(sum(g.gross), 0) from orders.vat_groups g where g.order_id = o.id and g.fixed_by = 'delivery')

union all
select 'order: its VAT differs from the groups', o.code
from orders.orders o
where o.vat <> (
  select coalesce(sum(g.vat), 0) from orders.vat_groups g where g.order_id = o.id
    and g.fixed_by = case when o.delivered_at is null then 'placement' else 'delivery' end)

union all
select 'order: goods differ from the lines', o.code
from orders.orders o
where o.goods <> (select coalesce(sum(l.line_total), 0) from orders.lines l where l.order_id = o.id)

union all
select 'order: nothing in it was bought', o.code
from orders.orders o
where not exists (select from orders.lines l where l.order_id = o.id and l.kind = 'bought')
  and not exists (select from loyalty.reward_uses u where u.order_ref = o.code)

union all
select 'order: its total is not what its parts come to', o.code
from orders.orders o
where o.total < 0
  or o.total <> (select coalesce(sum(l.line_total), 0) from orders.lines l where l.order_id = o.id)
    - o.discount - o.voucher - o.trade_in - o.points_amount + o.shipping - o.shipping_discount - o.gift_card

union all
select 'order: discount or voucher differs from its lines', o.code
from orders.orders o
where (o.discount, o.voucher) <> (
  select coalesce(sum(l.discount), 0), coalesce(sum(l.voucher), 0) from orders.lines l where l.order_id = o.id)

union all
select 'order: discount differs from its adjustments', o.code
from orders.orders o
where -o.discount <> (select coalesce(sum(a.amount), 0) from orders.adjustments a where a.order_id = o.id and a.part = 'goods')

union all
select 'order: the last history row is another status', o.code
from orders.orders o
where o.status is distinct from (
  select h.status from orders.history h where h.order_id = o.id order by h.id desc limit 1)

union all
select 'payment: none, or more than one, for an order', o.code
from orders.orders o
where (select count(*) from payments.payments p where p.order_code = o.code) <> 1

union all
select 'payment: of no order', p.order_code
from payments.payments p
where not exists (select from orders.orders o where o.code = p.order_code)

union all
select 'payment: its amount is not the total of its order', o.code
from orders.orders o join payments.payments p on p.order_code = o.code
where p.amount <> o.total

union all
select 'payment: nothing is due, and it is not settled or its order waits', o.code
from orders.orders o join payments.payments p on p.order_code = o.code
where o.total = 0 and (p.settled_at is null or p.deadline is not null or o.status = 'waiting_approval')

union all
select 'payment: without an attempt', p.order_code
from payments.payments p
where p.amount > 0 and not exists (select from payments.attempts a where a.payment_id = p.id)

union all
select 'payment: received or counted differs from its attempts', p.order_code
from payments.payments p
where (p.received, p.counted) <> (
  select coalesce(sum(a.received), 0), coalesce(sum(a.counted), 0) from payments.attempts a where a.payment_id = p.id)

union all
select 'attempt: received differs from its credits', a.provider_ref
from payments.attempts a
where exists (select from payments.credits c where c.attempt_id = a.id)
  and a.received <> (select sum(c.amount) from payments.credits c where c.attempt_id = a.id and c.state <> 'split')

union all
select 'attempt: open, though its payment has ended', a.provider_ref
from payments.attempts a join payments.payments p on p.id = a.payment_id
where a.state in ('created', 'pending') and p.ended_as is not null

union all
select 'attempt: pays for an order that it cannot have paid for', p.order_code
from payments.payments p
where p.settled_at is not null and p.counted + p.written_off < p.amount + p.rounding

union all
select 'payment: an order goes on that was not paid', o.code
from orders.orders o join payments.payments p on p.order_code = o.code
where p.deadline is not null and o.status in ('confirmed', 'delivering', 'delivered', 'completed') and p.status <> 'success'

union all
select 'payment: reads refunded, or not, against what came in and went back', p.order_code
from payments.payments p
where (p.status = 'refunded') <> (p.received > 0 and p.refunded = p.received)

union all
select 'payment: its order has ended, or goes on, and it does not know', o.code
from orders.orders o join payments.payments p on p.order_code = o.code
where (o.status = 'cancelled') <> (p.ended_as is not null)

union all
select 'refund: proposed, owed and gone differ from what cannot be kept', p.order_code
from payments.payments p join orders.orders o on o.code = p.order_code
where (select coalesce(sum(r.amount), 0) from payments.refunds r
    where r.payment_id = p.id and r.status in ('proposed', 'owed', 'sent', 'success', 'credited', 'dropped'))
  <> case when o.status = 'cancelled' then p.received else p.received - p.counted end

union all
select 'refund: more than came in by its attempt', a.provider_ref
from payments.attempts a
where a.received < (select coalesce(sum(r.amount), 0) from payments.refunds r
  where r.attempt_id = a.id and r.status in ('proposed', 'owed', 'sent', 'success', 'credited', 'dropped'))

union all
select 'refund: counted to another order, and not in by its attempt', r.id::text
from payments.refunds r join payments.attempts a on a.id = r.counted_to
where a.received <> r.amount

union all
select 'attempt: of kept money, and no refund was kept for it', a.provider_ref
from payments.attempts a
where a.provider = 'credit' and not exists (select from payments.refunds r where r.counted_to = a.id)

union all
select 'refund: gone differs from the payment', p.order_code
from payments.payments p
where p.refunded <> (
  select coalesce(sum(r.amount), 0) from payments.refunds r where r.payment_id = p.id and r.status = 'success')

union all
select 'refund: the last history row is another status', r.id::text
from payments.refunds r
where r.status is distinct from (
  select h.status from payments.refund_history h where h.refund_id = r.id order by h.id desc limit 1)

union all
select 'history: the acting account does not exist', acted.actor
from (
  select actor from orders.history
  union select actor from payments.attempts
  union select actor from payments.credits
  union select actor from payments.refund_history
  union select updated_by from kernel.settings
  union select actor from staff.history
  union select made_by from staff.links
  union select distinct actor from audit.entries
) acted
where acted.actor like 'customer:%'
    and not exists (select from identity.customers c where c.id = split_part(acted.actor, ':', 2)::bigint)
  or acted.actor like 'staff:%'
    and not exists (select from staff.accounts a where a.id = split_part(acted.actor, ':', 2)::bigint)

union all
select 'staff: a permission that must be held has no active holder, though people work here', needed
from unnest(array['approvals:money', 'approvals:trade', 'approvals:admin', 'roles:manage', 'staff:manage']) as needed
where exists (select from staff.accounts a join staff.account_roles h on h.account_id = a.id
    where a.state = 'active' and h.role = 'owner')
  and not exists (select from staff.accounts a join staff.account_roles h on h.account_id = a.id
    join staff.role_permissions p on p.role = h.role where a.state = 'active' and p.permission = needed)

union all
select 'staff: a session or an open link of an account that is over', a.id::text
from staff.accounts a
where a.state in ('locked', 'left') and (exists (select from staff.sessions s where s.account_id = a.id)
  or exists (select from staff.links l where l.account_id = a.id and l.used_at is null and l.ended_at is null
    and l.made_by <> 'command'))
  or a.state = 'left' and exists (select from staff.api_keys k where k.account_id = a.id and k.ended_at is null)

union all
select fault, about from audit.faults()

union all
select 'ledger: an account differs from its entries', a.id::text
from ledger.accounts a
left join (
  select account_id, coalesce(sum(amount) filter (where lot_id is not null and hold_id is null), 0)::bigint as usable,
    coalesce(sum(amount) filter (where hold_id is not null), 0)::bigint as held,
    coalesce(-sum(amount) filter (where lot_id is null), 0)::bigint as debt
  from ledger.entries group by account_id) e on e.account_id = a.id
where a.has_lots and (a.usable, a.held, a.debt) is distinct from (coalesce(e.usable, 0), coalesce(e.held, 0), coalesce(e.debt, 0))

union all
select 'ledger: a lot differs from its entries', l.id::text
from ledger.lots l
left join (
  select lot_id, coalesce(sum(amount) filter (where hold_id is null), 0)::bigint as usable,
    coalesce(sum(amount) filter (where hold_id is not null), 0)::bigint as held
  from ledger.entries where lot_id is not null group by lot_id) e on e.lot_id = l.id
where (l.usable, l.held) is distinct from (coalesce(e.usable, 0), coalesce(e.held, 0))

union all
select 'ledger: a hold differs from its entries', h.id::text
from ledger.holds h
left join (select hold_id, sum(amount)::bigint as amount from ledger.entries where hold_id is not null group by hold_id) e
  on e.hold_id = h.id
where h.amount <> coalesce(e.amount, 0)

union all
select 'ledger: a transfer does not balance', t.id::text
from ledger.transfers t
where (select coalesce(sum(e.amount), 0) from ledger.entries e where e.transfer_id = t.id) <> 0
  or (t.from_account <> t.to_account
    and (select coalesce(sum(e.amount), 0) from ledger.entries e where e.transfer_id = t.id and e.account_id = t.to_account) <> t.amount)

union all
select 'ledger: a hold gave back more than it spent', h.id::text
from ledger.holds h
where (select coalesce(sum(t.amount) filter (where t.code = 'give_back'), 0) - coalesce(sum(t.amount) filter (where t.code = 'spend'), 0)
  from ledger.transfers t where t.hold_id = h.id) > 0

union all
select 'loyalty: what is taken of a gift differs from its uses', r.id::text
from loyalty.rewards r
where r.taken <> coalesce((select sum(u.quantity) from loyalty.reward_uses u
  where u.reward_id = r.id and u.given_back_at is null), 0)

union all
select 'loyalty: an issued voucher differs from its codes', u.order_ref
from loyalty.reward_uses u
where case when u.issued_at is null then 0 else u.quantity end
  <> (select count(*) from loyalty.reward_vouchers v where v.order_ref = u.order_ref and v.reward_id = u.reward_id)

union all
select 'reviews: what a product has differs from its ratings and questions', p.id::text
from catalogue.products p left join reviews.summaries s on s.product_id = p.id
left join (select product_id, count(*) filter (where counts) as ratings, coalesce(sum(stars) filter (where counts), 0) as stars,
    count(*) filter (where kind = 'question' and state = 'published') as questions
  from reviews.comments group by 1) c on c.product_id = p.id
where (coalesce(s.count, 0), coalesce(s.star_1 + 2 * s.star_2 + 3 * s.star_3 + 4 * s.star_4 + 5 * s.star_5, 0), coalesce(s.questions, 0))
  <> (coalesce(c.ratings, 0), coalesce(c.stars, 0), coalesce(c.questions, 0))

union all
select 'reviews: a list shows another rating than the product has', h.product_id::text
from catalogue.shelf h left join reviews.summaries s on s.product_id = h.product_id
where (h.rating_x10, h.rating_count) <> (coalesce(s.average_x10, 0), coalesce(s.count, 0))

union all
select 'reviews: likes differ from who liked', c.id::text
from reviews.comments c
where c.likes <> (select count(*) from reviews.likes l where l.comment_id = c.id);
