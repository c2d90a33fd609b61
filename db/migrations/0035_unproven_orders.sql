-- An order whose placer proved no phone keeps, for a month, a keyed hash of the IP address it came from (of IPv6 the /64):
-- what such orders hold is counted together. Null for everybody else's.
alter table orders.orders add column unproven_from bytea check (length(unproven_from) = 32);

-- Serves "what do unproven orders of this address hold", and the sweep.
create index orders_unproven_from on orders.orders (unproven_from, placed_at) where unproven_from is not null;
