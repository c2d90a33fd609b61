-- Who opens a pay link has a proof of their own of an attempt: it shows and pays, and chooses neither cash nor another link.
-- rules/payments#pay-links
alter table payments.attempts add column link_proof text not null unique check (length(link_proof) = 22)
  default rtrim(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=');

-- A link that staff made is a row of the order's history.
alter table orders.history drop constraint history_event_check,
  add constraint history_event_check check (event in ('status', 'address', 'payment_link'));

-- What the courier asks for goes down where a part of an order in cash is paid otherwise.
do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'orders.orders'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%cash%total%';
  execute format('alter table orders.orders drop constraint %I', name);
end $$;
alter table orders.orders add constraint orders_cash_check check (cash >= 0 and cash < total + 1000);

-- What an authentic ipn was read as: a process may end between storing it and applying it, and its sender says it once.
alter table payments.ipns add column said jsonb;
-- Serves the job `apply_received`: what was stored and not applied.
create index ipns_received on payments.ipns (received_at) where verdict = 'received';
