-- Lists that leave as files, made by a job for one person, who alone fetches them for a day. rules/office#files
create table desks.files (
  id integer generated always as identity primary key,
  desk text not null,
  format text not null check (format in ('csv', 'xlsx')),
  account_id bigint not null references staff.accounts (id) on delete cascade,
  -- What the list was asked, encrypted for this file: a search may be a person's.
  query bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- Each worker that begins has a number of its own: the parts of the last one count.
  attempt integer not null default 0,
  rows integer not null default 0,
  bytes bigint not null default 0,
  asked_at timestamptz not null,
  worked_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
-- Serves a person's own files.
create index files_account on desks.files (account_id, id desc);
-- Serves those that are to be taken up again.
create index files_waiting on desks.files (worked_at) where state = 'waiting';

create table desks.file_parts (
  file_id integer not null references desks.files (id) on delete cascade,
  attempt integer not null,
  part integer not null,
  content bytea not null,
  primary key (file_id, attempt, part)
);
-- The content is compressed, or read once.
alter table desks.file_parts alter column content set storage external;

select audit.watch('desks.files', 'retained', 'file.id');
