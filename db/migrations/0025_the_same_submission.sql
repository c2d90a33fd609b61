-- The submission a code was used by (SHA-256 of its key): a form sent twice by an impatient hand is one use.
alter table identity.otps add column used_by bytea check (length(used_by) = 32);
