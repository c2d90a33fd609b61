-- A programme lowers the price of each of its lines: a most in đồng for all of them together would make a price depend on
-- the rest of the cart. Codes have one.
alter table promotions.promotions
  add constraint promotions_programme_uncapped check (kind <> 'programme' or action ->> 'cap' is null);
