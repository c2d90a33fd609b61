-- What a person decides about money that cannot count by itself: kept as the customer's credit, counted to another order,
-- counted after all, or no claim at all. rules/payments#late-money
alter table payments.refunds
  -- The attempt of another order that this money pays for.
  add column counted_to bigint references payments.attempts (id),
  add constraint refunds_counted_to_check check (counted_to is null or status = 'credited'),
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (
    reason in ('order_cancelled', 'overpaid', 'underpaid', 'late', 'amount_mismatch', 'returned', 'unmatched'));
-- Serves: what an attempt of kept money came from.
create index refunds_counted_to on payments.refunds (counted_to) where counted_to is not null;
-- Serves the desk of refunds: all of them, newest first.
create index refunds_created on payments.refunds (created_at, id);
-- Serves: the refund of a transfer that belonged to no order.
create index refunds_credit on payments.refunds (credit_id) where credit_id is not null;

-- Why a person decided it.
alter table payments.refund_history add column note text not null default '';

-- Serves the desk of transfers, newest first.
create index credits_received on payments.credits (received_at, id);
-- Serves the desk of flagged attempts, newest first.
create index attempts_flagged on payments.attempts (created_at, id) where flags <> '{}';
