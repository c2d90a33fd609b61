-- An ipn nobody signed is kept short: how it begins, its length and its hash; and for a month, then it may go.
alter table payments.ipns add column body_bytes integer, add column body_sha256 bytea;

-- Serves the sweep of forged ipns, oldest first.
create index ipns_forged on payments.ipns (received_at) where verdict = 'forged';

-- What happened stays as it happened, but for what was forged a month ago. `verdict` is the only thing an ipn learns later.
create or replace function payments.keep_notice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.verdict = 'received'
    and (new.provider, new.headers, new.body, new.received_at) is not distinct from (old.provider, old.headers, old.body, old.received_at)
  then return new;
  end if;
  if tg_op = 'DELETE' and old.verdict = 'forged' and old.received_at < now() - interval '30 days' then return old;
  end if;
  raise exception 'payment notices are append only';
end $$;
