-- Refunds that a provider was asked for: when, and when it is asked next what became of them.
alter table payments.refunds
  add column sent_at timestamptz,
  add column next_query_at timestamptz,
  add constraint refunds_sent_check check (status <> 'sent' or (way = 'provider' and sent_at is not null));
-- Serves the job `reconcile_refunds`.
create index refunds_next_query on payments.refunds (next_query_at) where status = 'sent';
-- One refund of an attempt is at its provider at a time: its answers name the latest.
create unique index refunds_one_sent on payments.refunds (attempt_id) where status = 'sent';
