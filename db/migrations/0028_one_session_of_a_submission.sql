-- A submission names one session of an account at a time: the last it opened (server/identity/sessions.ts).
update identity.sessions set submission = null where submission is not null;
create unique index sessions_submission on identity.sessions (customer_id, submission) where submission is not null;
