-- The submission that opened a session (SHA-256 of its key): a form sent twice by an impatient hand opens one.
alter table identity.sessions add column submission bytea check (length(submission) = 32);
