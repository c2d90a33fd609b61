-- Search at any size. A text's matches are filtered where they are looked for, so that a filter is not applied to the
-- first ten thousand of them alone.
drop function catalogue.matching(tsquery, integer[], integer[], integer);

-- Products that answer a text, at most `most` of them. By the index and nothing else: the planner does not know what
-- reading the words of a product costs, and would rather read every product than a long list of matches.
-- `required`: choices they all have. `any_of`: choices of which they have one; `choosing`: several such groups.
create function catalogue.matching(query tsquery, most integer, categories integer[] default null,
  required integer[] default null, any_of integer[] default null, choosing catalogue.query_int default null,
  low dong default null, high dong default null, stocked boolean default false, reduced boolean default false)
returns table (product_id integer, variant_id integer, category_id integer, price dong, in_stock boolean, saving dong,
  choices integer[], popularity integer, created_at timestamptz, sold integer, discount_percent smallint)
language sql stable set enable_seqscan = off set enable_indexscan = off as $$
  select h.product_id, h.variant_id, h.category_id, h.price, h.in_stock, h.saving, h.choices, h.popularity,
    h.created_at, h.sold, h.discount_percent
  from catalogue.shelf h
  where h.words @@ query and (categories is null or h.category_id = any(categories))
    and (required is null or h.choices @> required) and (any_of is null or h.choices && any_of)
    and (choosing is null or h.choices operator(catalogue.@@) choosing)
    and (low is null or h.price >= low) and (high is null or h.price <= high)
    and (not stocked or h.in_stock) and (not reduced or h.saving > 0)
  limit most
$$;

-- What people typed and the shop had nothing for: how often on a day, and nothing about who. Written behind the
-- pages' backs by server/catalogue/missed-searches.ts, forgotten after a while.
create table catalogue.missed_searches (
  day date not null,
  locale text not null check (locale ~ '^[a-z]{2}$'),
  -- As typed, in small letters.
  words text not null check (words <> '' and length(words) <= 120),
  times integer not null check (times > 0),
  primary key (day, locale, words)
);
