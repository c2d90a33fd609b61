-- Lists of the office. Their searches and orders over a million orders, and what a person keeps of a list.
-- rules/office#desks

-- Letters without marks and case, as fold() of contract/values/text.ts for Latin: what names are searched by.
create function kernel.folded(written text) returns text language sql immutable parallel safe as $$
  select regexp_replace(replace(lower(normalize(written, nfd) collate "und-x-icu"), 'đ', 'd'), '[\u0300-\u036f]', '', 'g')
$$;

-- Serves the list of orders, by the largest.
create index orders_total on orders.orders (total desc, id desc);
-- Serve the search of orders: the last digits of a phone number, a part of a name, a SKU.
create index orders_phone_end on orders.orders (reverse(receiver_phone) text_pattern_ops);
create index orders_name_parts on orders.orders using gin (kernel.folded(receiver_name) gin_trgm_ops);
create index lines_sku on orders.lines (sku, order_id);
