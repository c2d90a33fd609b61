-- The ledger: accounts in points or đồng, moved by transfers. Nothing in it is edited or deleted; what was wrong is reversed.
-- Every balance is written by the trigger of the entries alone, so it is what they sum to. rules/ledger; decisions/0370
create schema ledger;

-- Which kind of account may give to which, and for what. What is not declared is refused.
create table ledger.pairs (
  code text not null,
  from_kind text not null,
  to_kind text not null,
  primary key (code, from_kind, to_kind)
);

create table ledger.accounts (
  id bigint generated always as identity primary key,
  -- `points` and `gift_card` are held by somebody and have lots; the others are the shop's other side.
  kind text not null check (kind in ('points', 'points_issued', 'gift_card', 'gift_cards_issued')),
  customer_id bigint references identity.customers (id),
  has_lots boolean not null generated always as (kind in ('points', 'gift_card')) stored,
  -- Of an account with lots: what may be spent, what is kept back for an order, what is owed.
  usable bigint not null default 0,
  held bigint not null default 0,
  debt bigint not null default 0,
  opened_at timestamptz not null,
  unique (id, kind),
  constraint accounts_within_balance check (usable >= 0 and held >= 0 and debt >= 0),
  -- A debt is taken from whatever becomes usable.
  constraint accounts_debt_or_usable check (usable = 0 or debt = 0),
  constraint accounts_points_are_owed check (debt = 0 or kind = 'points')
);
-- Serves the points of a customer, of whom each has one account.
create unique index accounts_customer on ledger.accounts (customer_id) where kind = 'points';
-- Each of the shop's own accounts once.
create unique index accounts_shop on ledger.accounts (kind) where kind in ('points_issued', 'gift_cards_issued');

-- What came in together and ends together.
create table ledger.lots (
  id bigint generated always as identity primary key,
  account_id bigint not null references ledger.accounts,
  -- The lot it was first part of, where it was given back with a later end.
  origin_id bigint references ledger.lots,
  -- From this moment on it pays nothing; null: for ever.
  ends_at timestamptz,
  -- It was given back with a later end once, and keeps this one.
  is_extended boolean not null default false,
  opened_at timestamptz not null,
  usable bigint not null default 0,
  held bigint not null default 0,
  unique (id, account_id),
  constraint lots_within_balance check (usable >= 0 and held >= 0)
);
-- Serves what an account may spend, soonest end first.
create index lots_usable on ledger.lots (account_id, ends_at, id) where usable > 0;
-- Serves the night's expiry and the warnings before it.
create index lots_ending on ledger.lots (ends_at) where usable > 0;
-- Serves what became of a lot.
create index lots_origin on ledger.lots (origin_id) where origin_id is not null;

-- Kept back for a purpose, until it is spent or let go. `amount` is what is still held.
create table ledger.holds (
  id bigint generated always as identity primary key,
  account_id bigint not null references ledger.accounts,
  -- What it is for: "order:7K2M9Q4XWA". A purpose may be held for again when the hold before is over.
  purpose text not null check (purpose <> ''),
  opened_at timestamptz not null,
  amount bigint not null default 0,
  unique (id, account_id),
  constraint holds_within_balance check (amount >= 0)
);
-- Serves the holds of an order.
create index holds_purpose on ledger.holds (purpose, id);
-- One open hold of an account for one purpose.
create unique index holds_open on ledger.holds (purpose, account_id) where amount > 0;

create table ledger.transfers (
  id bigint generated always as identity primary key,
  code text not null,
  from_account bigint not null,
  from_kind text not null,
  to_account bigint not null,
  to_kind text not null,
  amount bigint not null check (amount > 0),
  -- What it follows from, once for each code: "order:7K2M9Q4XWA", "hold:17".
  source text not null check (source <> ''),
  -- When it counts from: an end counts from the end itself, whenever it is written.
  at timestamptz not null,
  actor actor not null,
  reason text not null default '',
  -- The hold it opens, spends, lets go or gives back from.
  hold_id bigint references ledger.holds,
  reverses bigint unique references ledger.transfers,
  -- The transaction that writes its entries.
  written_by xid8 not null default pg_current_xact_id(),
  unique (code, source),
  foreign key (code, from_kind, to_kind) references ledger.pairs,
  foreign key (from_account, from_kind) references ledger.accounts (id, kind),
  foreign key (to_account, to_kind) references ledger.accounts (id, kind)
);
-- Serves what was given back of a hold.
create index transfers_hold on ledger.transfers (hold_id) where hold_id is not null;

create table ledger.entries (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references ledger.transfers,
  account_id bigint not null references ledger.accounts,
  -- Null: the shop's side, or a debt.
  lot_id bigint,
  -- Set: of what is held in the lot, not of what is usable.
  hold_id bigint,
  amount bigint not null check (amount <> 0),
  check (hold_id is null or lot_id is not null),
  foreign key (lot_id, account_id) references ledger.lots (id, account_id),
  foreign key (hold_id, account_id) references ledger.holds (id, account_id)
);
-- Serves the history of an account, newest first.
create index entries_account on ledger.entries (account_id, id desc);
-- Serves the parts of a transfer.
create index entries_transfer on ledger.entries (transfer_id);
-- Serves what became of a lot and of a hold.
create index entries_lot on ledger.entries (lot_id) where lot_id is not null;
create index entries_hold on ledger.entries (hold_id) where hold_id is not null;

-- Balances follow the entries, in the statement that writes them: a constraint of a balance judges all of them together.
create function ledger.apply() returns trigger language plpgsql as $$
begin
  update ledger.lots l set usable = l.usable + e.usable, held = l.held + e.held
  from (select lot_id, coalesce(sum(amount) filter (where hold_id is null), 0)::bigint as usable,
      coalesce(sum(amount) filter (where hold_id is not null), 0)::bigint as held
    from added where lot_id is not null group by lot_id) e
  where l.id = e.lot_id;
  update ledger.holds h set amount = h.amount + e.amount
  from (select hold_id, sum(amount)::bigint as amount from added where hold_id is not null group by hold_id) e
  where h.id = e.hold_id;
  update ledger.accounts a set usable = a.usable + e.usable, held = a.held + e.held, debt = a.debt - e.owed
  from (select account_id, coalesce(sum(amount) filter (where lot_id is not null and hold_id is null), 0)::bigint as usable,
      coalesce(sum(amount) filter (where hold_id is not null), 0)::bigint as held,
      coalesce(sum(amount) filter (where lot_id is null), 0)::bigint as owed
    from added group by account_id) e
  where a.id = e.account_id and a.has_lots;
  return null;
end $$;
create trigger entries_apply after insert on ledger.entries
  referencing new table as added for each statement execute function ledger.apply();

-- The parts of a transfer come to its amount on either side, and to nothing together.
create function ledger.assert_balanced() returns trigger language plpgsql as $$
declare
  taken bigint;
  given bigint;
begin
  select coalesce(sum(amount) filter (where account_id = new.from_account), 0),
    coalesce(sum(amount) filter (where account_id = new.to_account), 0)
  into taken, given from ledger.entries where transfer_id = new.id;
  if new.from_account = new.to_account then
    if taken <> 0 or not exists (select from ledger.entries where transfer_id = new.id) then
      raise exception 'transfer % within an account does not balance', new.id;
    end if;
  elsif taken <> -new.amount or given <> new.amount
    or exists (select from ledger.entries where transfer_id = new.id and account_id not in (new.from_account, new.to_account)) then
    raise exception 'transfer % does not balance', new.id;
  end if;
  return null;
end $$;
create constraint trigger transfers_balanced after insert on ledger.transfers
  deferrable initially deferred for each row execute function ledger.assert_balanced();

-- No entry joins a transfer that was committed before.
create function ledger.assert_together() returns trigger language plpgsql as $$
begin
  if exists (select from added a join ledger.transfers t on t.id = a.transfer_id where t.written_by <> pg_current_xact_id()) then
    raise exception 'an entry is written with its transfer';
  end if;
  return null;
end $$;
create trigger entries_with_transfer after insert on ledger.entries
  referencing new table as added for each statement execute function ledger.assert_together();

create function ledger.keep() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only: reverse what was wrong';
end $$;
create trigger transfers_append_only before update or delete on ledger.transfers for each row execute function ledger.keep();
create trigger entries_append_only before update or delete on ledger.entries for each row execute function ledger.keep();
create trigger transfers_not_truncated before truncate on ledger.transfers for each statement execute function ledger.keep();
create trigger entries_not_truncated before truncate on ledger.entries for each statement execute function ledger.keep();
-- Outside the trigger of the entries nobody writes a balance, or changes what a row was opened as.
create function ledger.assert_by_entries() returns trigger language plpgsql as $$
begin
  raise exception 'balances of the ledger come by entries';
end $$;
create trigger accounts_not_deleted before delete on ledger.accounts for each row execute function ledger.assert_by_entries();
create trigger lots_not_deleted before delete on ledger.lots for each row execute function ledger.assert_by_entries();
create trigger holds_not_deleted before delete on ledger.holds for each row execute function ledger.assert_by_entries();
create trigger accounts_balance before update of id, kind, usable, held, debt, opened_at on ledger.accounts
  for each row when (pg_trigger_depth() = 0) execute function ledger.assert_by_entries();
create trigger lots_balance before update on ledger.lots
  for each row when (pg_trigger_depth() = 0) execute function ledger.assert_by_entries();
create trigger holds_balance before update on ledger.holds
  for each row when (pg_trigger_depth() = 0) execute function ledger.assert_by_entries();
create trigger accounts_open_empty before insert on ledger.accounts
  for each row when (new.usable <> 0 or new.held <> 0 or new.debt <> 0) execute function ledger.assert_by_entries();
create trigger lots_open_empty before insert on ledger.lots
  for each row when (new.usable <> 0 or new.held <> 0) execute function ledger.assert_by_entries();
create trigger holds_open_empty before insert on ledger.holds
  for each row when (new.amount <> 0) execute function ledger.assert_by_entries();

insert into ledger.pairs (code, from_kind, to_kind) values
  ('earn', 'points_issued', 'points'), ('earn_extra', 'points_issued', 'points'),
  ('take_back', 'points', 'points_issued'), ('take_back_extra', 'points', 'points_issued'),
  ('hold', 'points', 'points'), ('release', 'points', 'points'), ('settle', 'points', 'points'),
  ('spend', 'points', 'points_issued'), ('give_back', 'points_issued', 'points'),
  ('expire', 'points', 'points_issued'),
  ('adjust', 'points_issued', 'points'), ('adjust', 'points', 'points_issued'),
  ('void', 'points', 'points_issued'), ('void', 'points_issued', 'points'),
  ('reversal', 'points', 'points_issued'), ('reversal', 'points_issued', 'points'),
  ('activate', 'gift_cards_issued', 'gift_card'),
  ('hold', 'gift_card', 'gift_card'), ('release', 'gift_card', 'gift_card'),
  ('spend', 'gift_card', 'gift_cards_issued'), ('give_back', 'gift_cards_issued', 'gift_card'),
  ('expire', 'gift_card', 'gift_cards_issued'), ('void', 'gift_card', 'gift_cards_issued'),
  ('adjust', 'gift_cards_issued', 'gift_card'), ('adjust', 'gift_card', 'gift_cards_issued'),
  ('reversal', 'gift_card', 'gift_cards_issued'), ('reversal', 'gift_cards_issued', 'gift_card');
insert into ledger.accounts (kind, opened_at) values ('points_issued', now()), ('gift_cards_issued', now());
