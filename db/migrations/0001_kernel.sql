-- The kernel: what every domain stands on. It knows no product, no cart and no order.

-- Trigram similarity: search that forgives small typos.
create extension if not exists pg_trgm;

-- Money in whole dong and points in whole points. Signs are the columns' affair: a discount may be negative.
create domain dong as bigint;
create domain points as bigint;

-- What the shopkeeper sets. Only public rows may leave the server.
create table kernel.settings (
  key text primary key check (key ~ '^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,99}$'),
  value jsonb not null,
  public boolean not null default false,
  updated_at timestamptz not null default now()
);

-- The first answer to an unsafe call, given again to whoever repeats it. scope is the caller (session, client), key
-- the caller's own; the hash tells a repeat from another request under the same key.
create table kernel.idempotency (
  scope text not null,
  key text not null check (length(key) between 1 and 255),
  call text not null,
  request_hash bytea not null,
  state text not null check (state in ('running', 'done')),
  status smallint check (status between 100 and 599),
  body jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (scope, key),
  check ((state = 'done') = (status is not null))
);
-- Serves the sweep: delete from kernel.idempotency where expires_at < now().
create index idempotency_expires_at on kernel.idempotency (expires_at);

-- How often somebody did something in the current window. Unlogged: after a crash everybody starts afresh, which a
-- limit survives, and no journal is written for it. One statement counts and opens the next window:
--   insert into kernel.rate_limits as r (key, window_ends, used) values ($key, now() + $window, $cost)
--   on conflict (key) do update set
--     used = case when r.window_ends <= now() then excluded.used else r.used + excluded.used end,
--     window_ends = case when r.window_ends <= now() then excluded.window_ends else r.window_ends end
--   where r.window_ends <= now() or r.used + excluded.used <= $limit
--   returning used, window_ends
-- No row returned: over the limit, and nothing was counted.
create unlogged table kernel.rate_limits (
  key text primary key,
  window_ends timestamptz not null,
  used integer not null check (used >= 0)
);
-- Serves the sweep of windows that have ended.
create index rate_limits_window_ends on kernel.rate_limits (window_ends);
