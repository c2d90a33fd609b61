-- Four eyes: an act that one person may not do alone is a request that another decides. Bound to exact figures, run once.
-- rules/staff#four-eyes; decisions/0321
create table staff.approvals (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  kind text not null,
  -- The thing it is about, "staff:13", and its name.
  subject text not null,
  label text not null,
  call text not null,
  -- What was sent to the call, encrypted for this request.
  input bytea not null,
  -- [{"name", "before", "after"}]: what is approved, and nothing else.
  figures jsonb not null,
  digest bytea not null check (length(digest) = 32),
  amount dong,
  -- The permission of who decides, and the one the act itself needs.
  decided_by text not null,
  needs text not null,
  asker bigint not null references staff.accounts (id),
  -- Whom it makes wider: they do not decide.
  concerned bigint[] not null default '{}',
  reason text not null default '',
  -- By what it is summed with acts below the limit, as keyed hashes.
  sums text[] not null default '{}',
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  state text not null default 'asked'
    check (state in ('asked', 'approved', 'done', 'refused', 'withdrawn', 'stopped', 'lapsed', 'void')),
  decider bigint references staff.accounts (id),
  decided_at timestamptz,
  -- Why it was refused, stopped or void.
  answer text not null default '',
  -- One person alone: when the act runs by itself, unless somebody stops it.
  runs_at timestamptz,
  done_at timestamptz,
  -- Who asks never approves; alone, it is time that decides.
  check (state not in ('approved', 'done') or decider is distinct from asker or runs_at is not null),
  check (state not in ('approved', 'done') or not decider = any (concerned) or runs_at is not null),
  check ((state = 'done') = (done_at is not null)),
  check (state <> 'refused' or answer <> '')
);
-- One open request for one thing; also serves finding it.
create unique index approvals_open on staff.approvals (kind, subject) where state in ('asked', 'approved');
-- Serves the inbox, and what is over.
create index approvals_waiting on staff.approvals (expires_at) where state in ('asked', 'approved');
-- Serves the lists of what was decided, and of one's own.
create index approvals_asker on staff.approvals (asker, id desc);
-- Serves the former decisions about a thing.
create index approvals_subject on staff.approvals (kind, subject, id desc);

-- A final state stays, and so does what was asked.
create function staff.keep_approval() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state not in ('asked', 'approved')
    or (new.kind, new.subject, new.call, new.input, new.figures, new.digest, new.asker, new.decided_by, new.asked_at, new.expires_at)
      is distinct from (old.kind, old.subject, old.call, old.input, old.figures, old.digest, old.asker, old.decided_by,
        old.asked_at, old.expires_at)
    or (old.state = 'approved' and new.state = 'asked') then
    raise exception 'what was asked and decided stays';
  end if;
  return new;
end $$;
create trigger approvals_kept before update or delete on staff.approvals
  for each row execute function staff.keep_approval();

create table staff.approval_comments (
  id bigint generated always as identity primary key,
  approval_id bigint not null references staff.approvals (id),
  account_id bigint not null references staff.accounts (id),
  at timestamptz not null,
  text text not null check (length(text) between 1 and 1000)
);
-- Serves the comments of one request.
create index approval_comments_approval on staff.approval_comments (approval_id, id);

-- Acts below a limit, so that many small ones are seen as one: by whatever they are summed (an order, a customer, a
-- receiving account), as keyed hashes. Open requests count with them. Gone after some days.
create table staff.limited_acts (
  id bigint generated always as identity primary key,
  kind text not null,
  at timestamptz not null default clock_timestamp(),
  account_id bigint not null references staff.accounts (id),
  amount bigint not null check (amount >= 0),
  sums text[] not null
);
-- Serves the sums of the last hours, and the sweep.
create index limited_acts_at on staff.limited_acts (kind, at);

-- When an account ceased to hold a right of deciding: alone is who has been so for 72 hours.
create table staff.lost_rights (
  id bigint generated always as identity primary key,
  account_id bigint not null references staff.accounts (id) on delete cascade,
  permission text not null,
  at timestamptz not null default now()
);
create index lost_rights_permission on staff.lost_rights (permission, at);

select audit.watch(name, 'retained', about) from (values
  ('staff.approvals', 'approval.id'), ('staff.approval_comments', 'approval.approval_id'),
  ('staff.lost_rights', 'staff.account_id')
) given (name, about);
