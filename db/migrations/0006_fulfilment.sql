-- Delivery: who carries what to where, for how much and how fast. The table of rates is data, so that a price list may
-- change without a release; the rules that read it are in server/fulfilment/fees.ts. Administrative units are no tables:
-- docs/decisions/0021-administrative-units.md
create schema fulfilment;

create table fulfilment.carriers (
  code text primary key check (code ~ '^[A-Z][A-Z0-9_]{1,39}$'),
  -- In which order they are offered when all else is equal.
  position smallint not null unique,
  -- How parcels are weighed: light ones together, heavy ones one by one, installed ones by the scales alone.
  service text not null check (service in ('light', 'heavy', 'install')),
  classes text[] not null check (cardinality(classes) > 0 and classes <@ array['parcel', 'bulky', 'install']),
  -- cm³ that count as a kilogram; 0 where only the scales count.
  volumetric_divisor integer not null check (volumetric_divisor >= 0),
  -- The most one package may weigh.
  max_grams integer not null check (max_grams > 0),
  inspection_allowed boolean not null,
  active boolean not null default true
);

create table fulfilment.carrier_texts (
  carrier_code text not null references fulfilment.carriers on delete cascade,
  locale text not null check (locale ~ '^[a-z]{2}$'),
  name text not null check (name <> ''),
  primary key (carrier_code, locale)
);

-- A zone without a row is not served.
create table fulfilment.carrier_zones (
  carrier_code text not null references fulfilment.carriers on delete cascade,
  zone text not null check (zone in ('intra_city', 'intra_province', 'intra_region', 'metro_link', 'inter_region')),
  base dong not null check (base >= 0),
  base_grams integer not null check (base_grams > 0),
  step dong not null check (step >= 0),
  step_grams integer not null check (step_grams > 0),
  days_from smallint not null check (days_from >= 0),
  days_to smallint not null,
  primary key (carrier_code, zone),
  check (days_to >= days_from)
);

-- What is taken off the fee without a code.
create table fulfilment.free_delivery (
  code text primary key,
  minimum_goods dong not null check (minimum_goods >= 0),
  maximum_discount dong not null check (maximum_discount > 0),
  classes text[] not null check (cardinality(classes) > 0 and classes <@ array['parcel', 'bulky', 'install']),
  active boolean not null default true
);

-- One row: what communes and islands of another province cost on top.
create table fulfilment.surcharges (
  only_row boolean primary key default true check (only_row),
  remote_rate_bp integer not null check (remote_rate_bp between 0 and 10000),
  remote_days smallint not null check (remote_days >= 0),
  island_fee dong not null check (island_fee >= 0),
  island_days smallint not null check (island_days >= 0)
);

-- Which warehouse sends to a region, and which ones stand in when it lacks the quantity, nearest first. Codes are those
-- of the setting `warehouses`; zones are always counted from the first.
create table fulfilment.origins (
  region text primary key check (region in ('north', 'central', 'south')),
  warehouses text[] not null check (cardinality(warehouses) > 0)
);
