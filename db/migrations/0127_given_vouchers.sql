-- Vouchers that the shop gives by itself: for a birthday, for a rank, for a new account. rules/promotions#given-vouchers
alter table promotions.promotions
  -- What it is given for; null is not given by itself.
  add column given_for text check (given_for in ('birthday', 'rank', 'welcome')),
  -- The exact rank it is for; null is every rank.
  add column given_rank text check (given_rank in ('member', 'silver', 'gold', 'diamond')),
  -- Whole days a given one is valid; that of a birthday is valid in its month.
  add column given_days integer check (given_days > 0),
  add constraint promotions_given_vouchers check (given_for is null or kind = 'voucher'),
  add constraint promotions_given_what check (case given_for
    when 'birthday' then given_days is null
    when 'rank' then given_rank is not null and given_days is not null
    when 'welcome' then given_rank is null and given_days is not null
    else given_rank is null and given_days is null end);

-- Which account was given what, so that each occasion gives once.
create table promotions.given_vouchers (
  customer_id bigint not null references identity.customers (id),
  -- birthday:2026, rank:gold, welcome
  occasion text not null check (occasion ~ '^(birthday:[0-9]{4}|rank:[a-z]+|welcome)$'),
  code_id bigint not null references promotions.codes on delete cascade,
  given_at timestamptz not null,
  primary key (customer_id, occasion)
);
-- Serves the foreign key.
create index given_vouchers_code on promotions.given_vouchers (code_id);

-- Serves the birthdays of a month.
create index customers_birthday_month on identity.customers (extract(month from birthday)) where birthday is not null;

alter table notifications.notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('order_placed', 'order_confirmed', 'order_delivering',
    'order_delivered', 'order_cancelled', 'payment_settled', 'refund_owed', 'refund_paid', 'export_ready', 'deletion_asked',
    'deletion_taken_back', 'account_unused', 'points_ending', 'voucher_given'));
