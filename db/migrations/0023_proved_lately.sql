-- When whoever holds a session last proved who they are: at its beginning, or by the password since. Other ways in are
-- given to an account, and taken from it, only soon after.
alter table identity.sessions add column proved_at timestamptz;
update identity.sessions set proved_at = created_at where customer_id is not null;
