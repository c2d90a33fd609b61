-- Gift cards: money on a code. What is on a card is the balance of its ledger account; the code itself is stored as a digest.
-- rules/loyalty#gift-cards; decisions/0374
create table loyalty.gift_cards (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references ledger.accounts,
  -- Of the code. Null: the card is void, and no code leads to it.
  digest bytea unique check (length(digest) = 32),
  -- The last characters of the code, by which a card is told from another.
  code_end text not null check (code_end ~ '^[2-9A-HJ-NP-Z]{4}$'),
  value dong not null check (value between 100000 and 10000000),
  activated_at timestamptz not null,
  -- From this moment on it pays nothing, but for what came back with a later end.
  ends_at timestamptz not null check (ends_at > activated_at),
  -- The account that keeps it and alone may use it; without one it is its bearer's.
  kept_by bigint references identity.customers (id),
  kept_at timestamptz,
  voided_at timestamptz,
  constraint gift_cards_kept check ((kept_by is null) = (kept_at is null)),
  constraint gift_cards_void check ((digest is null) = (voided_at is not null))
);
-- Serves the cards of an account.
create index gift_cards_kept_by on loyalty.gift_cards (kept_by) where kept_by is not null;

-- The cards that are to pay for a cart, in the order of entry.
create table cart.gift_cards (
  cart bigint not null references cart.carts (id) on delete cascade,
  position smallint not null check (position between 1 and 5),
  key text not null,
  card_id bigint not null references loyalty.gift_cards,
  -- Those behind one that is taken out move up, in one statement.
  primary key (cart, position) deferrable initially immediate,
  unique (cart, key),
  unique (cart, card_id)
);
-- Serves the foreign key.
create index cart_gift_cards_card on cart.gift_cards (card_id);

-- đồng that a refund of lines gave back to gift cards.
alter table loyalty.returns add column gift_card dong not null default 0 check (gift_card >= 0);
