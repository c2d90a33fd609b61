-- The list of customers. rules/customers#desk

-- Serve its orders: newest, and last seen.
create index customers_created on identity.customers (created_at desc, id desc);
create index customers_active on identity.customers (last_active_at desc, id desc);
-- Serve its search: the last digits of a phone number, an e-mail, a part of a name.
create index customers_phone_end on identity.customers (reverse(phone) text_pattern_ops);
create index customers_any_email on identity.customers (email) where email <> '';
create index customers_name_parts on identity.customers using gin (kernel.folded(full_name) gin_trgm_ops);
