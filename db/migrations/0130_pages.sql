-- Pages made of blocks: a row each, with its versions. What is shown is computed from the published version, its window and
-- the clock. rules/pages#states
create schema pages;

-- First parts of addresses that no page may have as its slug; contract/pages/reserved.ts says the same.
create function pages.is_reserved(slug text) returns boolean language sql immutable as $$
  select slug = any (string_to_array(
    'bao-hanh bao-tri catalogue-fullscreen checkout chinh-sach-bao-mat chuyen-dien-gia-dung compare confirm-warranty '
    'dang-ky-bao-hanh dang-ky-doi-tac dang-xuat danh-gia-san-pham diem-ban doi-diem-nhan-qua faq gioi-thieu-ve-mutosi '
    'hop-tac kho-noi-dung landing-page lien-he login pages quan-ly-doi-nhom register san-pham '
    'san-pham-danh-cho-freelancer so-sanh-san-pham tag tai-khoan thanh-toan thong-tin tim-kiem tim-kiem-don-hang '
    'tin-tuc top-freelancer tuyen-dung '
    'api app assets auth avatars ban-do client dev docs en feeds fonts gio-hang health home icons images ja js khao-sat '
    'metrics offline qr quan-tri quen-mat-khau session sitemap sw tho uploads v0 v1 v2 vi', ' '))
$$;

create table pages.pages (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) between 3 and 60),
  kind text not null check (kind in ('fixed', 'landing', 'builder')),
  -- Null of a fixed page, whose address is the route's.
  slug text,
  draft_version integer not null,
  -- Null: a draft.
  published_version integer,
  -- The first time it was published: from then on it is not deleted.
  published_at timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  -- The shop's own path that follows the end, or empty.
  ends_to text not null default '' check (ends_to = '' or ends_to ~ '^/[^/]'),
  changed_at timestamptz not null,
  check ((kind = 'fixed') = (slug is null)),
  check (kind <> 'fixed' or (starts_at is null and ends_at is null)),
  check ((published_version is null) = (starts_at is null) or kind = 'fixed'),
  check (ends_at > starts_at)
);
-- Serves the lists of what is live, newest start first.
create index pages_live on pages.pages (kind, starts_at desc, key) where published_version is not null;

-- Every slug a page has or had: an old one leads to the page for ever, and no other takes it.
create table pages.slugs (
  kind text not null check (kind in ('landing', 'builder')),
  slug text not null check (
    slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 60 and slug !~ '^[0-9]+$' and not pages.is_reserved(slug)
  ),
  page_key text not null references pages.pages on delete cascade,
  primary key (kind, slug)
);
-- Serves the slugs of a page.
create index slugs_page on pages.slugs (page_key);

create table pages.versions (
  page_key text not null references pages.pages on delete cascade,
  version integer not null check (version > 0),
  document jsonb not null check (jsonb_typeof(document) = 'object' and pg_column_size(document) < 1000000),
  saved_at timestamptz not null,
  actor actor not null,
  primary key (page_key, version)
);

-- What was published, ended and taken back, by whom and why.
create table pages.history (
  id bigint generated always as identity primary key,
  page_key text not null references pages.pages on delete cascade,
  at timestamptz not null,
  actor actor not null,
  act text not null check (act in ('published', 'unpublished', 'ended')),
  version integer,
  starts_at timestamptz,
  ends_at timestamptz,
  reason text not null default ''
);
create index history_page on pages.history (page_key, id);

select audit.watch('pages.pages', 'ordinary', 'page.key');
