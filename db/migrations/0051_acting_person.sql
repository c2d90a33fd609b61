-- Who acted stands in every history row, in one form: a guest, a customer's account, a staff account, the command line of
-- the shop's machine, the shop itself, a payment provider. The number is the account's id. server/kernel/actor.ts;
-- decisions/0289
create domain actor as text
  check (value ~ '^(customer(:[1-9][0-9]*)?|staff:[1-9][0-9]*|command|system|provider:[a-z0-9-]+)$');

-- Orders. Until now staff had no calls: each of their steps was a command. What a customer did is its account's where the
-- order has one.
drop trigger history_append_only on orders.history;
alter table orders.history add column actor actor;
update orders.history h
set actor = case h.who
  when 'customer' then coalesce('customer:' || o.customer_id, 'customer')
  when 'staff' then 'command'
  else 'system' end
from orders.orders o where o.id = h.order_id;
alter table orders.history
  alter column actor set not null,
  drop column who,
  -- For whom of the three parties, as customers read it. partyOf of server/kernel/actor.ts says the same.
  add column who text not null generated always as (case split_part(actor, ':', 1)
    when 'customer' then 'customer' when 'staff' then 'staff' when 'command' then 'staff' else 'system' end) stored;
create trigger history_append_only before update or delete on orders.history
  for each row execute function orders.keep_history();

-- Attempts: who began them. So far a customer, at placement or after one that had ended.
alter table payments.attempts add column actor actor;
update payments.attempts a
set actor = coalesce('customer:' || o.customer_id, 'customer')
from payments.payments p join orders.orders o on o.code = p.order_code
where p.id = a.payment_id;
update payments.attempts set actor = 'customer' where actor is null;
alter table payments.attempts alter column actor set not null;

-- Credits: who stated them. So far the bank's services, for the shop's one account.
alter table payments.credits add column actor actor;
update payments.credits set actor = 'provider:bank-transfer';
alter table payments.credits alter column actor set not null;

-- What became of each refund: every status it has had, who brought it there, when. Append only.
create table payments.refund_history (
  id bigint generated always as identity primary key,
  refund_id bigint not null references payments.refunds (id),
  status text not null
    check (status in ('proposed', 'owed', 'sent', 'success', 'failed', 'credited', 'counted', 'dropped')),
  at timestamptz not null,
  actor actor not null
);
-- Serves: what became of one refund.
create index refund_history_refund on payments.refund_history (refund_id, id);

-- A refund began as owed where its order was cancelled, else as proposed by the money that came or by its deadline.
insert into payments.refund_history (refund_id, status, at, actor)
select r.id, case when r.reason = 'order_cancelled' then 'owed' else 'proposed' end, r.created_at,
  case r.reason
    when 'order_cancelled' then coalesce(cancelled.actor, 'system')
    when 'underpaid' then 'system'
    else coalesce('provider:' || a.provider, 'system') end
from payments.refunds r
left join payments.attempts a on a.id = r.attempt_id
left join payments.payments p on p.id = a.payment_id
left join orders.orders o on o.code = p.order_code
left join lateral (select h.actor from orders.history h
  where h.order_id = o.id and h.status = 'cancelled' order by h.id limit 1) cancelled on true
order by r.id;
-- A proposed one became owed with the cancellation of its order; one that went back was recorded by a command.
insert into payments.refund_history (refund_id, status, at, actor)
select r.id, r.status, coalesce(r.recorded_at, cancelled.at, r.created_at),
  case when r.status = 'success' then 'command' else coalesce(cancelled.actor, 'system') end
from payments.refunds r
left join payments.attempts a on a.id = r.attempt_id
left join payments.payments p on p.id = a.payment_id
left join orders.orders o on o.code = p.order_code
left join lateral (select h.at, h.actor from orders.history h
  where h.order_id = o.id and h.status = 'cancelled' order by h.id limit 1) cancelled on true
where r.status <> case when r.reason = 'order_cancelled' then 'owed' else 'proposed' end
order by r.id;

create function payments.keep_refund_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a refund is append only';
end $$;
create trigger refund_history_append_only before update or delete on payments.refund_history
  for each row execute function payments.keep_refund_history();

-- Settings: who set the value in force. What came with the demo shop was written in one moment; the rest are commands.
alter table kernel.settings add column updated_by actor;
update kernel.settings set updated_by =
  case when updated_at = (select updated_at from kernel.settings where key = 'seeded') then 'system' else 'command' end;
alter table kernel.settings alter column updated_by set not null;
