-- One act on many rows of a list: what was chosen is frozen, each row is done once in a transaction with its own mark, so
-- that a run which is cut off goes on where it stopped. rules/office#bulk
create table desks.bulk_runs (
  id integer generated always as identity primary key,
  desk text not null,
  act text not null,
  account_id bigint not null references staff.accounts (id),
  -- What is said to the customer with each row.
  note text not null default '' check (length(note) <= 500),
  -- When the list was read that the rows were chosen from.
  as_of timestamptz not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  started_at timestamptz not null,
  -- The last sign of work, by the database's clock: a run without one for a while is taken up again.
  worked_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  check ((state = 'running') = (finished_at is null))
);
-- Serves a person's own runs.
create index bulk_runs_account on desks.bulk_runs (account_id, id desc);
-- Serves those to be taken up again.
create index bulk_runs_running on desks.bulk_runs (worked_at) where state = 'running';

create table desks.bulk_rows (
  run_id integer not null references desks.bulk_runs (id) on delete cascade,
  place integer not null,
  -- The record by its key, at the version it had when it was chosen.
  key text not null,
  version integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped', 'failed')),
  -- Code, message and values of the refusal; made into text for who reads it.
  why jsonb,
  at timestamptz,
  primary key (run_id, place),
  unique (run_id, key),
  check ((state in ('skipped', 'failed')) = (why is not null)),
  check ((state = 'waiting') = (at is null))
);
-- Serves the next row, and counts by state.
create index bulk_rows_state on desks.bulk_rows (run_id, state, place);

select audit.watch('desks.bulk_runs', 'retained', 'bulk.id', of_hidden => array['note']);
