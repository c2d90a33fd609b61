-- By which version of the shop a row was made. Rows of an older one are made anew, some hundreds at a time
-- (server/catalogue/outdated.ts); the index finds them and is empty afterwards.
alter table catalogue.shelf add column version smallint not null default 0;
create index shelf_version on catalogue.shelf (version, product_id);
