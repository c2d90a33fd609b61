-- Pictures of products the shop was given, beside the drawings of the demo. The files lie under DATA_DIR/uploads, named by
-- these ids; a picture fetched once is known by its address and not fetched again. docs/decisions/0113-uploaded-pictures.md
create table catalogue.uploads (
  -- 128 bits of the content's fingerprint: the same picture is kept once.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);

create table catalogue.upload_sources (
  address text primary key,
  upload_id text not null references catalogue.uploads on delete cascade
);
-- Serves the export, which names a picture by where it came from.
create index upload_sources_upload on catalogue.upload_sources (upload_id);

-- In the order of the gallery. A form's own come before those of its product.
alter table catalogue.products add column pictures text[] not null default '{}';
alter table catalogue.variants add column pictures text[] not null default '{}';
