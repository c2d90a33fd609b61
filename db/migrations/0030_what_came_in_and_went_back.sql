-- A payment's status is judged by what came in and what went back. How its order ended is kept beside it, so that money
-- which comes after a refund finds its way back to the status before.
alter table payments.payments
  add column ended_as text check (ended_as in ('failed', 'expired')),
  -- Its lapse failed at this moment: tried again after all others that are due.
  add column lapse_failed_at timestamptz;

-- Serves the list of transfers that belong to no order.
create index credits_unmatched on payments.credits (id) where state = 'unmatched';

-- `settled_at` is when the money was complete while the order was open; late money settles nothing.
alter table payments.payments drop constraint payments_check1;
update payments.payments set settled_at = null where 'late_success' = any(flags);

update payments.payments p
set ended_as = case when o.cancel_reason = 'payment_expired' then 'expired' else 'failed' end
from orders.orders o
where o.code = p.order_code and o.status = 'cancelled';

-- Money of a cancelled order that was not owed so far: a surplus given back had made its payment read "refunded".
insert into payments.refunds (payment_id, amount, reason, status, created_at)
select p.id, p.received - r.known, 'order_cancelled', 'owed', now()
from payments.payments p
cross join lateral (
  select coalesce(sum(amount), 0)::bigint as known from payments.refunds where payment_id = p.id) r
where p.ended_as is not null and p.received > r.known;

update payments.payments
set status = case
  when received > 0 and refunded = received then 'refunded'
  when settled_at is not null then 'success'
  else coalesce(ended_as, 'pending') end
where status <> 'created';

alter table payments.payments
  add constraint payments_status_follows check (status = case
    when received > 0 and refunded = received then 'refunded'
    when settled_at is not null then 'success'
    when ended_as is not null then ended_as
    when status = 'created' then 'created'
    else 'pending' end),
  -- The largest sum that every reader can take exactly: 2^53 - 1.
  add constraint payments_received_exact check (received <= 9007199254740991);
