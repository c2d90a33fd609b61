-- One payment per order; below it the attempts to pay it, and below these what providers said, what arrived and what goes
-- back. What a shop holds is carried over: each payment so far becomes its own first attempt. decisions/0283

create table payments.attempts (
  id bigint generated always as identity primary key,
  -- Names the attempt and is its proof: 128 random bits, base64url.
  uid_payment text not null unique check (length(uid_payment) = 22),
  payment_id bigint not null references payments.payments (id),
  n integer not null check (n > 0),
  -- The code on the wire, and the folder of the provider behind it.
  method text not null,
  provider text not null,
  -- What the provider knows the attempt by; for a transfer, what the shopper writes into it.
  provider_ref text not null check (provider_ref <> ''),
  -- What was due when it started, without cash rounding. Never changes.
  amount dong not null check (amount > 0),
  received dong not null default 0 check (received >= 0),
  counted dong not null default 0 check (counted >= 0 and counted <= received),
  state text not null check (state in ('created', 'pending', 'success', 'failed', 'expired', 'refunded')),
  -- What a person should look at: amount_mismatch, conflict, review, late_success, duplicate_payment, overpaid, underpaid.
  flags text[] not null default '{}',
  expires_at timestamptz,
  provider_txn_no text,
  provider_created_at text,
  -- The provider's answer to the start, redacted: given again to who asks again.
  started jsonb,
  -- The language the shopper began in.
  locale text not null default 'vi',
  -- When the provider is asked next.
  next_query_at timestamptz,
  queries integer not null default 0,
  created_at timestamptz not null,
  unique (payment_id, n),
  unique (provider, provider_ref),
  -- Nothing is a success by default.
  check (state not in ('success', 'refunded') or received > 0)
);
-- Serves the job `reconcile`: attempts whose provider is to be asked.
create index attempts_next_query on payments.attempts (next_query_at) where next_query_at is not null;
-- Serves the job `reconcile`: open attempts past their end.
create index attempts_end on payments.attempts (expires_at) where state in ('created', 'pending') and expires_at is not null;

alter table payments.payments
  add column counted dong not null default 0,
  -- What the carrier collects above the total, because cash is rounded.
  add column rounding dong not null default 0 check (rounding >= 0),
  add column written_off dong not null default 0 check (written_off >= 0),
  -- Since when a provider looks at an attempt: the deadline waits meanwhile.
  add column review_since timestamptz;
alter table payments.payments rename column expires_at to deadline;

update payments.payments
set counted = case
  when settled_at is not null then least(received, amount)
  when ended_as is not null then 0
  else received end;

-- Of an order in cash the amount was what the carrier collects; the total and its rounding are two sums now.
update payments.payments p
set rounding = p.amount - o.total, amount = o.total
from orders.orders o
where o.code = p.order_code and p.method = 'cod' and p.amount > o.total;

insert into payments.attempts (uid_payment, payment_id, n, method, provider, provider_ref, amount, received, counted, state,
  flags, expires_at, created_at)
select p.uid_payment, p.id, 1, p.method,
  case p.method when 'cod' then 'cash' when 'bank_transfer' then 'bank-transfer' else p.method end,
  coalesce(p.content, p.order_code || '-1'), p.amount, p.received, p.counted,
  case
    when p.received > 0 and p.refunded = p.received and (p.settled_at is not null or p.received >= p.amount) then 'refunded'
    when p.settled_at is not null or p.received >= p.amount then 'success'
    when p.ended_as is not null then p.ended_as
    else 'pending' end,
  p.flags, p.deadline, p.created_at
from payments.payments p
order by p.id;

alter table payments.payments
  drop column uid_payment,
  drop column method,
  drop column content,
  add constraint payments_one_an_order unique (order_code),
  drop constraint payments_amount_check,
  add constraint payments_amount_check check (amount >= 0),
  add constraint payments_counted_check check (counted >= 0 and counted <= received and counted <= amount + rounding);
drop index payments.payments_order_code;
drop index payments.payments_deadline;
-- Serves the lapse: open payments past their deadline.
create index payments_deadline on payments.payments (deadline) where status in ('created', 'pending') and deadline is not null;

-- Money on our account belongs to an attempt, or waits for a person.
alter table payments.credits
  add column attempt_id bigint references payments.attempts (id),
  -- Of a transfer that paid several orders: the whole of it.
  add column parent bigint references payments.credits (id);
update payments.credits c set attempt_id = a.id from payments.attempts a where a.payment_id = c.payment_id;
alter table payments.credits
  drop column payment_id,
  drop constraint credits_state_check,
  add constraint credits_state_check check (state in ('matched', 'unmatched', 'manual', 'split', 'returned')),
  add constraint credits_attempt_check check ((state in ('matched', 'manual')) = (attempt_id is not null));
-- Serves: what arrived for an attempt.
create index credits_attempt on payments.credits (attempt_id);

-- Money that goes back belongs to one attempt, or to a credit of no order.
alter table payments.refunds
  add column attempt_id bigint references payments.attempts (id),
  add column credit_id bigint references payments.credits (id),
  -- Ours, stored before a provider is asked: what it is asked about afterwards.
  add column refund_ref text unique,
  add column way text not null default 'by_hand' check (way in ('by_hand', 'provider')),
  add column provider_refund_no text,
  -- The failed one that this one stands for.
  add column after bigint references payments.refunds (id),
  alter column payment_id drop not null,
  drop constraint refunds_status_check,
  drop constraint refunds_check,
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (
    reason in ('order_cancelled', 'overpaid', 'underpaid', 'late', 'amount_mismatch', 'returned'));
alter table payments.refunds rename column reference to bank_reference;
update payments.refunds r
set attempt_id = a.id, refund_ref = 'R' || r.id,
  status = case
    when r.status = 'recorded' then 'success'
    when r.reason = 'order_cancelled' or (r.reason = 'overpaid' and p.ended_as = 'failed') then 'owed'
    else 'proposed' end
from payments.attempts a join payments.payments p on p.id = a.payment_id
where a.payment_id = r.payment_id;
alter table payments.refunds
  alter column refund_ref set not null,
  add constraint refunds_status_check check (
    status in ('proposed', 'owed', 'sent', 'success', 'failed', 'credited', 'counted', 'dropped')),
  add constraint refunds_recorded_check check ((status = 'success') = (recorded_at is not null)),
  add constraint refunds_belong_check check ((attempt_id is null) <> (credit_id is null)
    and (attempt_id is null) = (payment_id is null));
drop index payments.refunds_owed;
-- Serves: all that is to go back, oldest first.
create index refunds_owed on payments.refunds (created_at) where status in ('proposed', 'owed', 'sent');
-- Serves: what goes back of an attempt.
create index refunds_attempt on payments.refunds (attempt_id);

-- An ipn is of a sender: one provider may have several. The same bytes of a sender are one ipn.
drop trigger ipns_append_only on payments.ipns;
alter table payments.ipns rename column provider to sender;
alter table payments.ipns
  add column attempt_id bigint references payments.attempts (id),
  add column source text not null default 'notify' check (source in ('notify', 'return', 'query', 'staff', 'bank')),
  add column dedupe_key text,
  drop constraint ipns_verdict_check,
  add constraint ipns_verdict_check check (verdict in ('received', 'forged', 'malformed', 'ignored', 'repeated', 'matched',
    'unmatched', 'settled', 'noted', 'unknown', 'amount_mismatch'));
update payments.ipns set sender = 'sepay' where sender = 'bank-transfer';
create unique index ipns_once on payments.ipns (sender, dedupe_key) where dedupe_key is not null;

-- As before; beside its verdict an ipn learns its attempt.
create or replace function payments.keep_notice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.verdict = 'received'
    and (new.sender, new.source, new.dedupe_key, new.headers, new.body, new.body_bytes, new.body_sha256, new.received_at)
      is not distinct from
      (old.sender, old.source, old.dedupe_key, old.headers, old.body, old.body_bytes, old.body_sha256, old.received_at)
  then return new;
  end if;
  if tg_op = 'DELETE' and old.verdict = 'forged' and old.received_at < now() - interval '30 days' then return old;
  end if;
  raise exception 'payment notices are append only';
end $$;
create trigger ipns_append_only before update or delete on payments.ipns for each row execute function payments.keep_notice();
