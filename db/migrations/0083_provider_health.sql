-- How a payment provider has answered lately: after several failures its methods are not offered for a while.
create table payments.provider_health (
  provider text primary key,
  -- In a row; 0 after an answer.
  failures integer not null default 0 check (failures >= 0),
  down_until timestamptz
);
