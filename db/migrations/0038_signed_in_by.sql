-- How the holder of a session proved to be its owner when it was opened: the browser shows a Google sign-in as such.
-- Null for a visitor, and for a session of before.
alter table identity.sessions add column signed_in_by text
  check (signed_in_by in ('password', 'code', 'google', 'registration', 'reset'));
