-- Who calls: sessions. People and their passwords follow with their own issue.
create schema identity;

-- A session is a random token its holder shows; the row keeps only the SHA-256 of it, so a stolen copy of the database
-- opens no session. Visitors get one with their first cart write, never by reading.
create table identity.sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  kind text not null check (kind in ('visitor', 'customer', 'staff')),
  customer_id bigint,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (kind <> 'visitor' or customer_id is null),
  check (kind <> 'customer' or customer_id is not null),
  check (expires_at > created_at)
);
-- Serves the sweep: delete from identity.sessions where expires_at <= now.
create index sessions_expires_at on identity.sessions (expires_at);
