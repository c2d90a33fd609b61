-- A visitor's session that ended in a sign-in: it opens nothing any more, and says whose its things are now, so that what
-- was still on its way is not written where nobody looks.
alter table identity.sessions
  add column retired_at timestamptz,
  add column heir bigint references identity.customers (id) on delete cascade,
  add constraint sessions_heir check ((heir is null) = (retired_at is null));
-- Serves taking customers' rows away, which nothing does but tests.
create index sessions_heir on identity.sessions (heir) where heir is not null;
