-- Payments: money owed for a payable (an order), the notices providers send, bank credits, and refunds owed.
-- Money is never forgotten: every credit is a row, matched or not, and whatever cannot be used becomes a refund owed.

create schema payments;

create table payments.payments (
  id bigint generated always as identity primary key,
  -- Names one attempt and is its proof: 128 random bits, base64url.
  uid_payment text not null unique check (length(uid_payment) = 22),
  order_code text not null,
  method text not null,
  amount dong not null check (amount > 0),
  received dong not null default 0 check (received >= 0),
  refunded dong not null default 0 check (refunded >= 0 and refunded <= received),
  status text not null check (status in ('created', 'pending', 'success', 'failed', 'expired', 'refunded')),
  -- overpaid, underpaid, late_success, duplicate_payment: what a person should look at.
  flags text[] not null default '{}',
  -- What the shopper writes into a transfer; unique while it can still be matched.
  content text unique,
  created_at timestamptz not null,
  expires_at timestamptz,
  settled_at timestamptz,
  check (status not in ('success', 'refunded') or settled_at is not null)
);
-- Serves: the payments of an order, newest first.
create index payments_order_code on payments.payments (order_code, id desc);
-- Serves the expiry job: pending payments past their deadline.
create index payments_deadline on payments.payments (expires_at) where status = 'pending' and expires_at is not null;

-- Every notice a provider sent, forged ones too, before anything is decided. Append only.
create table payments.ipns (
  id bigint generated always as identity primary key,
  provider text not null,
  headers jsonb not null,
  body text not null,
  verdict text not null check (verdict in ('received', 'forged', 'malformed', 'ignored', 'repeated', 'matched', 'unmatched')),
  received_at timestamptz not null
);

-- Money that arrived on our account. `state` unmatched waits for a person.
create table payments.credits (
  id bigint generated always as identity primary key,
  source text not null,
  txn text not null,
  bank_reference text not null default '',
  account_number text not null,
  amount dong not null check (amount > 0),
  content text not null,
  booked_at timestamptz not null,
  received_at timestamptz not null,
  payment_id bigint references payments.payments (id),
  state text not null check (state in ('matched', 'unmatched', 'returned')),
  check ((state = 'matched') = (payment_id is not null)),
  unique (source, txn)
);
-- One booking of the bank counts once, whichever service tells of it.
create unique index credits_bank_reference on payments.credits (account_number, bank_reference) where bank_reference <> '';
-- Serves: what arrived for a payment.
create index credits_payment on payments.credits (payment_id);

-- Money to give back: owed until somebody records that it went.
create table payments.refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments.payments (id),
  amount dong not null check (amount > 0),
  reason text not null check (reason in ('order_cancelled', 'overpaid', 'underpaid', 'late', 'returned')),
  status text not null check (status in ('owed', 'recorded')),
  reference text not null default '',
  created_at timestamptz not null,
  recorded_at timestamptz,
  check ((status = 'recorded') = (recorded_at is not null))
);
-- Serves: what is owed for a payment, and the list of all that is owed.
create index refunds_payment on payments.refunds (payment_id);
create index refunds_owed on payments.refunds (created_at) where status = 'owed';

-- What happened stays as it happened. `verdict` is the only thing a notice learns later.
create function payments.keep_notice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.verdict = 'received'
    and (new.provider, new.headers, new.body, new.received_at) is not distinct from (old.provider, old.headers, old.body, old.received_at)
  then return new;
  end if;
  raise exception 'payment notices are append only';
end $$;
create trigger ipns_append_only before update or delete on payments.ipns for each row execute function payments.keep_notice();
