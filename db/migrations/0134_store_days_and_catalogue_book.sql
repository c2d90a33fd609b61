-- Stores on their own clocks: several intervals a day were always possible; now a day may be replaced, and a store may stand
-- anywhere from Điện Biên to Trường Sa.
alter table stores.stores
  add column time_zone text not null default 'Asia/Ho_Chi_Minh' check (time_zone ~ '^[A-Za-z_]+(/[A-Za-z_+-]+)*$'),
  drop constraint stores_lng_check,
  add check (lng between 102 and 118);
comment on column stores.stores.hours is
  '[{"day": 1, "open": "08:00", "close": "21:30"}], Monday is 1, on the store''s clock; a close that is not after its open is of the next day';

-- Days with other hours than their weekday: of one store, of a kind of stores, or of all. Without hours it is closed.
create table stores.special_days (
  id integer generated always as identity primary key,
  store_id integer references stores.stores on delete cascade,
  type text check (type in ('flagship', 'store', 'agent', 'hub', 'service')),
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  hours jsonb not null check (jsonb_typeof(hours) = 'array'),
  name jsonb not null check (jsonb_typeof(name) = 'object' and name ? 'vi'),
  check (store_id is null or type is null),
  -- Of the same stores no day has two rules. Ranges of one figure, because an index of ranges holds no plain ones.
  constraint special_days_once exclude using gist (
    int4range(coalesce(store_id, 0), coalesce(store_id, 0), '[]') with &&,
    int4range(
      coalesce(array_position(array['flagship', 'store', 'agent', 'hub', 'service'], type), 0),
      coalesce(array_position(array['flagship', 'store', 'agent', 'hub', 'service'], type), 0), '[]'
    ) with &&,
    daterange(from_day, to_day, '[]') with &&
  )
);
-- Serves the days ahead of a list of stores.
create index special_days_ahead on stores.special_days (to_day);

-- The catalogue that is turned over page by page, a definition each; prices are never stored in it. Of two windows at once one
-- would be hidden, so there are none. rules/pages#the-catalogue
create table pages.books (
  key text primary key check (key ~ '^catalogue-[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  document jsonb not null check (jsonb_typeof(document) = 'object' and pg_column_size(document) < 1000000),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  constraint books_one_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&)
);

select audit.watch('stores.special_days', 'ordinary', 'store_days.id');
select audit.watch('pages.books', 'ordinary', 'catalogue.key');
