-- Words, choices and places of a product in one index: a text among the products of one brand, or one colour in one
-- category, is what two short walks through it have in common, however many products each of them has alone. A category
-- is a number above all choices, so that it can stand among them; server/catalogue/filters.ts writes the same expression.
drop index catalogue.shelf_words;
drop index catalogue.shelf_choices;
create index shelf_finding on catalogue.shelf
  using gin (words, (choices || array[1000000000 + category_id, 1000000000 + root_id]));

drop function catalogue.matching(tsquery, integer, integer[], integer[], integer[], catalogue.query_int, dong, dong,
  boolean, boolean);

-- Products that answer a text, at most `most` of them. By the index of words and nothing else: the planner does not know
-- what reading the words of a product costs, and would rather read every product than a long list of matches. Planned
-- anew for each text, because one word is rare and the next is everywhere.
-- `categories`: one of them is the product's. `required`: choices it has. `any_of`: choices of which it has one;
-- `choosing`: several such groups.
create function catalogue.matching(query tsquery, most integer, categories integer[] default null,
  required integer[] default null, any_of integer[] default null, choosing catalogue.query_int default null,
  low dong default null, high dong default null, stocked boolean default false, reduced boolean default false)
returns table (product_id integer, variant_id integer, category_id integer, price dong, in_stock boolean, saving dong,
  choices integer[], popularity integer, created_at timestamptz, sold integer, discount_percent smallint)
language plpgsql stable rows 500
set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select h.product_id, h.variant_id, h.category_id, h.price, h.in_stock, h.saving, h.choices, h.popularity,
      h.created_at, h.sold, h.discount_percent
    from catalogue.shelf h
    where h.words @@ query
      and (categories is null or (h.choices || array[1000000000 + h.category_id, 1000000000 + h.root_id]) && categories)
      and (required is null or (h.choices || array[1000000000 + h.category_id, 1000000000 + h.root_id]) @> required)
      and (any_of is null or (h.choices || array[1000000000 + h.category_id, 1000000000 + h.root_id]) && any_of)
      and (choosing is null or h.choices operator(catalogue.@@) choosing)
      and (low is null or h.price >= low) and (high is null or h.price <= high)
      and (not stocked or h.in_stock) and (not reduced or h.saving > 0)
    limit most;
end $$;

-- By name for readers of English and Japanese: what has a name in their language, in the order of that language. What
-- has none follows in the order of the Vietnamese name, whose indexes there are.
create index shelf_category_name_en on catalogue.shelf (category_id, (names ->> 'en') collate "en-x-icu", product_id) where names ? 'en';
create index shelf_root_name_en on catalogue.shelf (root_id, (names ->> 'en') collate "en-x-icu", product_id) where names ? 'en';
create index shelf_name_en on catalogue.shelf ((names ->> 'en') collate "en-x-icu", product_id) where names ? 'en';
create index shelf_category_name_ja on catalogue.shelf (category_id, (names ->> 'ja') collate "ja-x-icu", product_id) where names ? 'ja';
create index shelf_root_name_ja on catalogue.shelf (root_id, (names ->> 'ja') collate "ja-x-icu", product_id) where names ? 'ja';
create index shelf_name_ja on catalogue.shelf ((names ->> 'ja') collate "ja-x-icu", product_id) where names ? 'ja';
