-- The words of a product are read to tell how well it fits, hundreds of times a search, and unpacking them costs three
-- times what reading them does. What stands here already is left packed until it is next written.
alter table catalogue.shelf alter column words set storage external;

drop function catalogue.matching(tsquery, integer, integer[], integer[], integer[], catalogue.query_int, dong, dong,
  boolean, boolean);

-- Products that answer a text, at most `most` of them, each with `of_source` as its `source`: said here, matches are handed on
-- as they are and not put together anew. By the index of words and nothing else: the planner does not know what reading
-- the words of a product costs, and would rather read every product than a long list of matches. Planned anew for each
-- text, because one word is rare and the next is everywhere.
-- `categories`: one of them is the product's. `required`: choices it has. `any_of`: choices of which it has one;
-- `choosing`: several such groups.
create function catalogue.matching(query tsquery, most integer, categories integer[] default null,
  required integer[] default null, any_of integer[] default null, choosing catalogue.query_int default null,
  low dong default null, high dong default null, stocked boolean default false, reduced boolean default false,
  of_source integer default 0)
returns table (product_id integer, variant_id integer, category_id integer, price dong, in_stock boolean, saving dong,
  choices integer[], popularity integer, created_at timestamptz, sold integer, discount_percent smallint, source integer)
language plpgsql stable rows 500
set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select h.product_id, h.variant_id, h.category_id, h.price, h.in_stock, h.saving, h.choices, h.popularity,
      h.created_at, h.sold, h.discount_percent, of_source
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
