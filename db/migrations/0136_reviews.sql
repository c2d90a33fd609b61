-- Ratings, questions and replies about products. What a product's stars add up to is kept by triggers, in the transaction
-- that changes a rating. rules/reviews
create schema reviews;

create table reviews.comments (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('rating', 'question', 'reply')),
  product_id integer not null references catalogue.products on delete cascade,
  -- The colour that was bought, or whose page was asked on.
  variant_id integer references catalogue.variants on delete set null,
  -- Of a reply: what it answers.
  parent_id integer references reviews.comments on delete cascade,
  -- Null: erased, or the shop's own reply.
  customer_id bigint references identity.customers (id),
  -- Of the shop's reply: who wrote it. Shown inside alone.
  staff_id bigint references staff.accounts (id),
  is_shop boolean not null default false,
  stars smallint check (stars between 1 and 5),
  text text not null check (length(text) <= 8000),
  lang text not null check (lang in ('vi', 'en', 'ja')),
  hashtags text[] not null default '{}' check (cardinality(hashtags) <= 5),
  -- Keys of stored pictures.
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  show_name boolean not null default false,
  -- Of the folded text: the same one again is found by it.
  digest bytea not null check (length(digest) = 32),
  state text not null check (state in ('pending', 'published', 'hidden', 'deleted')),
  -- Which rules held it.
  held_for text[] not null default '{}',
  is_safety boolean not null default false,
  -- Reports have held it once; they do not again.
  was_reported boolean not null default false,
  hide_reason text check (hide_reason in ('ad', 'contact', 'personal_data', 'insult', 'accusation', 'medical_claim', 'off_topic',
    'picture', 'spam', 'fake')),
  hide_note text not null default '',
  -- A rule ("system") or the staff account that hid it, who then does not decide the objection.
  hidden_by text,
  objection text,
  objected_at timestamptz,
  -- Who decided the objection, and how.
  objection_by text,
  is_upheld boolean,
  likes integer not null default 0 check (likes >= 0),
  created_at timestamptz not null,
  edited_at timestamptz,
  version integer not null default 1 check (version > 0),
  -- What its stars count for. A hidden text keeps its stars, unless they are not a buyer's.
  counts boolean not null generated always as (kind = 'rating'
    and (state = 'published' or (state = 'hidden' and hide_reason not in ('spam', 'fake')))) stored,
  check ((kind = 'rating') = (stars is not null)),
  check ((kind = 'reply') = (parent_id is not null)),
  check (kind <> 'reply' or (hashtags = '{}' and pictures = '{}')),
  check (kind <> 'question' or (hashtags = '{}' and cardinality(pictures) <= 2)),
  check (not is_shop or (kind = 'reply' and customer_id is null)),
  check (is_shop or staff_id is null),
  check ((state = 'hidden') = (hide_reason is not null)),
  check ((objection is null) = (objected_at is null)),
  check (is_upheld is null or objection is not null)
);
-- One rating of an account and product: of two at once one is refused.
create unique index comments_one_rating on reviews.comments (customer_id, product_id) where kind = 'rating' and state <> 'deleted';
-- One answer of the shop to each comment.
create unique index comments_one_answer on reviews.comments (parent_id) where is_shop and state <> 'deleted';
-- Serve what a page shows of one product, in its three orders.
create index comments_helpful on reviews.comments (product_id, kind, likes desc, id desc) where state = 'published';
create index comments_newest on reviews.comments (product_id, kind, id desc) where state = 'published';
create index comments_stars on reviews.comments (product_id, stars desc, id desc) where state = 'published' and kind = 'rating';
-- Serves those with pictures, and how many there are.
create index comments_pictured on reviews.comments (product_id, id desc)
  where state = 'published' and kind = 'rating' and pictures <> '{}';
-- Serves replies below a comment.
create index comments_replies on reviews.comments (parent_id, id) where parent_id is not null;
-- Serves a person's own, the export and an erasure, and how much they wrote today.
create index comments_customer on reviews.comments (customer_id, id desc) where customer_id is not null;
-- Serves the queue of the desk.
create index comments_waiting on reviews.comments (is_safety desc, created_at) where state = 'pending';
-- Serves the same text again.
create index comments_digest on reviews.comments (digest, created_at);

-- What an edit replaced: for staff, 12 months.
create table reviews.versions (
  comment_id integer not null references reviews.comments on delete cascade,
  version integer not null,
  stars smallint,
  text text not null,
  hashtags text[] not null,
  pictures text[] not null,
  replaced_at timestamptz not null,
  primary key (comment_id, version)
);
-- Serves their end.
create index versions_replaced on reviews.versions (replaced_at);

create table reviews.likes (
  comment_id integer not null references reviews.comments on delete cascade,
  customer_id bigint not null references identity.customers (id),
  at timestamptz not null,
  primary key (comment_id, customer_id)
);
-- Serves a person's likes: today's, the export and an erasure.
create index likes_customer on reviews.likes (customer_id, at);

create table reviews.reports (
  comment_id integer not null references reviews.comments on delete cascade,
  customer_id bigint not null references identity.customers (id),
  reason text not null check (reason in ('ad', 'insult', 'personal_data', 'off_topic', 'fake')),
  at timestamptz not null,
  primary key (comment_id, customer_id)
);
create index reports_customer on reviews.reports (customer_id, at);

-- What a person has begun to write about a product, with the pictures sent for it.
create table reviews.drafts (
  customer_id bigint not null references identity.customers (id),
  product_id integer not null references catalogue.products on delete cascade,
  stars smallint check (stars between 1 and 5),
  text text not null default '' check (length(text) <= 8000),
  hashtags text[] not null default '{}',
  show_name boolean not null default false,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  updated_at timestamptz not null,
  primary key (customer_id, product_id)
);
-- Serves their end.
create index drafts_updated on reviews.drafts (updated_at);

-- What the ratings of a product add up to. Written by the trigger below alone.
create table reviews.summaries (
  product_id integer primary key references catalogue.products on delete cascade,
  star_1 integer not null default 0 check (star_1 >= 0),
  star_2 integer not null default 0 check (star_2 >= 0),
  star_3 integer not null default 0 check (star_3 >= 0),
  star_4 integer not null default 0 check (star_4 >= 0),
  star_5 integer not null default 0 check (star_5 >= 0),
  count integer not null generated always as (star_1 + star_2 + star_3 + star_4 + star_5) stored,
  -- Tenths of a star, half up; 0 where there is no rating.
  average_x10 integer not null generated always as (case when star_1 + star_2 + star_3 + star_4 + star_5 = 0 then 0 else
    ((star_1 + 2 * star_2 + 3 * star_3 + 4 * star_4 + 5 * star_5) * 20 + (star_1 + star_2 + star_3 + star_4 + star_5))
    / (2 * (star_1 + star_2 + star_3 + star_4 + star_5)) end) stored,
  questions integer not null default 0 check (questions >= 0)
);

-- Lists are sorted by the average shown, then by how many there are; fewer than three ratings stand behind the others.
alter table catalogue.shelf
  add column rating_x10 smallint not null default 0 check (rating_x10 between 0 and 50),
  add column rating_count integer not null default 0 check (rating_count >= 0);
alter table catalogue.shelf
  add column rating_rank smallint not null generated always as
    ((case when rating_count >= 3 then 100 else 0 end + rating_x10)::smallint) stored;
create index shelf_category_rating on catalogue.shelf (category_id, rating_rank desc, rating_count desc, popularity desc, product_id);
create index shelf_root_rating on catalogue.shelf (root_id, rating_rank desc, rating_count desc, popularity desc, product_id);
create index shelf_rating on catalogue.shelf (rating_rank desc, rating_count desc, popularity desc, product_id);

-- The same search, with what lists of its matches are sorted and filtered by.
drop function catalogue.matching(tsquery, integer, integer[], integer[], integer[], catalogue.query_int, dong, dong, boolean, boolean, integer);
create function catalogue.matching(query tsquery, most integer, categories integer[] default null,
  required integer[] default null, any_of integer[] default null, choosing catalogue.query_int default null,
  low dong default null, high dong default null, stocked boolean default false, reduced boolean default false,
  of_source integer default 0)
returns table (product_id integer, variant_id integer, category_id integer, price dong, in_stock boolean, saving dong,
  choices integer[], popularity integer, created_at timestamptz, sold integer, discount_percent smallint, rating_x10 smallint, rating_rank smallint,
  rating_count integer, source integer)
language plpgsql stable rows 500
set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select h.product_id, h.variant_id, h.category_id, h.price, h.in_stock, h.saving, h.choices, h.popularity,
      h.created_at, h.sold, h.discount_percent, h.rating_x10, h.rating_rank, h.rating_count, of_source
    from catalogue.shelf h
    where h.words @@ query
      and (categories is null or (h.choices || array[1000000000 + h.category_id, 1000000000 + h.root_id]) && categories)
      and (required is null or (h.choices || array[1000000000 + h.category_id, 1000000000 + h.root_id]) @> required)
      and (any_of is null or (h.choices || array[1000000000 + h.category_id, 1000000000 + h.root_id]) && any_of)
      and (choosing is null or h.choices operator(catalogue.@@) choosing)
      and (low is null or h.price >= low) and (high is null or h.price <= high)
      and (not stocked or h.in_stock) and (not reduced or h.saving > 0)
    limit most;
end $$;

-- Adds `by` of a rating of so many stars, or of a question, to what its product has.
create function reviews.sum_up(product integer, stars smallint, by integer, by_questions integer) returns void
language plpgsql as $$
begin
  insert into reviews.summaries (product_id) values (product) on conflict do nothing;
  update reviews.summaries set
    star_1 = star_1 + case when stars = 1 then by else 0 end, star_2 = star_2 + case when stars = 2 then by else 0 end,
    star_3 = star_3 + case when stars = 3 then by else 0 end, star_4 = star_4 + case when stars = 4 then by else 0 end,
    star_5 = star_5 + case when stars = 5 then by else 0 end, questions = questions + by_questions
  where product_id = product;
  if by <> 0 then
    update catalogue.shelf h set rating_x10 = s.average_x10, rating_count = s.count
    from reviews.summaries s where s.product_id = product and h.product_id = product
      and (h.rating_x10, h.rating_count) <> (s.average_x10, s.count);
  end if;
end $$;

create function reviews.count_comment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and (old.counts or (old.kind = 'question' and old.state = 'published')) then
    perform reviews.sum_up(old.product_id, old.stars, -(old.counts::integer),
      -((old.kind = 'question' and old.state = 'published')::integer));
  end if;
  if tg_op <> 'DELETE' and (new.counts or (new.kind = 'question' and new.state = 'published')) then
    perform reviews.sum_up(new.product_id, new.stars, new.counts::integer,
      (new.kind = 'question' and new.state = 'published')::integer);
  end if;
  return null;
end $$;
create trigger comments_counted after insert or delete on reviews.comments
  for each row execute function reviews.count_comment();
create trigger comments_recounted after update on reviews.comments for each row
  when ((old.state, old.stars, old.hide_reason) is distinct from (new.state, new.stars, new.hide_reason))
  execute function reviews.count_comment();

-- A like counts once, because its row is there once.
create function reviews.count_like() returns trigger language plpgsql as $$
begin
  update reviews.comments set likes = likes + case when tg_op = 'INSERT' then 1 else -1 end
  where id = case when tg_op = 'INSERT' then new.comment_id else old.comment_id end;
  return null;
end $$;
create trigger likes_counted after insert or delete on reviews.likes
  for each row execute function reviews.count_like();

-- A row without a person has no key: its personal columns stay out of the log.
create or replace function audit.encrypted_for(who text, given jsonb) returns bytea language plpgsql as $$
declare
  found bytea;
begin
  if who is null then return null; end if;
  insert into audit.person_keys (subject, key) values (who, gen_random_bytes(32)) on conflict do nothing;
  select key into found from audit.person_keys where subject = who;
  if found is null then return null; end if;
  -- The key is random: nothing is gained by stretching it.
  return pgp_sym_encrypt(given::text, encode(found, 'base64'), 'cipher-algo=aes256, s2k-mode=1, compress-algo=0');
end $$;
-- What an erasure blanks is encrypted.
select audit.watch('reviews.comments', 'ordinary', 'comment.id', 'customer.customer_id',
  array['kind', 'product_id', 'stars', 'text', 'hashtags', 'pictures', 'show_name', 'state', 'hide_reason', 'hide_note',
    'objection', 'objected_at', 'is_upheld', 'likes', 'created_at', 'edited_at'], array['digest']);
