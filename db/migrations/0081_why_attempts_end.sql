-- Why an attempt failed, in the words of every provider, and when its provider was last asked because a page waits.
alter table payments.attempts
  add column reason text check (reason in ('cancelled', 'insufficient_funds', 'limit', 'expired', 'declined')),
  add column asked_at timestamptz;
