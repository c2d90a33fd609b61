-- Serves sitemaps: addresses of a span of products, and how many products and which last change each span has, without
-- touching the wide rows.
create index products_addresses on catalogue.products (id) include (slug, category_id, updated_at) where status = 'active';
