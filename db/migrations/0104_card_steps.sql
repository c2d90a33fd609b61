-- The card through a gateway: how far each attempt is on its way to the money, the cards shoppers have saved, and the
-- tokens the gateway must still forget. A card's number is in none of them.

-- The words of every provider; which there are is the contract's list.
alter table payments.attempts
  drop constraint attempts_reason_check,
  add constraint attempts_reason_check check (reason ~ '^[a-z_]{3,40}$');

create table payments.saved_cards (
  id bigint generated always as identity primary key,
  code text not null unique,
  customer_id bigint not null references identity.customers (id),
  provider text not null,
  -- Encrypted. It is worth nothing to anybody but the shop at this provider.
  token bytea not null,
  brand text not null check (brand ~ '^[A-Z][A-Z_ ]{1,30}$'),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- Year and month, `2029-08`.
  expires text not null check (expires ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  -- When and in which language its owner agreed.
  consented_at timestamptz not null,
  consent_locale text not null,
  last_used_at timestamptz,
  -- One card of one person is one row; saving it again replaces its token.
  unique (customer_id, provider, brand, last_four, expires)
);

-- A card that is deleted, by whatever way, is forgotten at its provider too: the job `forget_card_tokens` asks for it.
create table payments.forgotten_tokens (
  id bigint generated always as identity primary key,
  provider text not null,
  token bytea not null,
  -- What it was encrypted for: the id of the card that was.
  card_id bigint not null,
  tries integer not null default 0 check (tries >= 0),
  next_at timestamptz not null default now()
);
-- Serves the job `forget_card_tokens`.
create index forgotten_tokens_next on payments.forgotten_tokens (next_at);

create function payments.forget_token() returns trigger language plpgsql as $$
begin
  insert into payments.forgotten_tokens (provider, token, card_id) values (old.provider, old.token, old.id);
  return null;
end $$;
create trigger forget_token after delete on payments.saved_cards
  for each row execute function payments.forget_token();
create trigger forget_replaced_token after update of token on payments.saved_cards
  for each row when (old.token is distinct from new.token and length(old.token) > 0) execute function payments.forget_token();

create table payments.card_steps (
  attempt_id bigint primary key references payments.attempts (id),
  -- The gateway's, into which the browser puts the card.
  session text not null,
  stage text not null default 'open' check (stage in ('open', 'checking', 'checked', 'initiating', 'initiated',
    'authenticating', 'challenged', 'authenticated', 'paying', 'over')),
  moved_at timestamptz not null,
  -- The card as the gateway reports it.
  brand text check (brand ~ '^[A-Z][A-Z_ ]{1,30}$'),
  last_four text check (last_four ~ '^[0-9]{4}$'),
  expires text check (expires ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  saved_card_id bigint references payments.saved_cards (id) on delete set null,
  -- Who agreed to have it saved.
  keep_for bigint references identity.customers (id),
  -- The issuer's own page, for a frame of its own; gone with the step.
  frame text,
  -- The browser came back from the issuer, which proves nothing.
  returned_at timestamptz,
  -- The card was shown to the gateway: this attempt is a try.
  tried_at timestamptz,
  check (stage in ('open', 'checking', 'over') or last_four is not null)
);
