-- The audit log: what staff, their keys and the shop's commands did, written by a trigger, so that no desk can forget it.
-- A transaction of such an actor says who acts in the setting `app.acting` (server/database/acting.ts); where it says
-- nothing, a trigger costs one test of a setting. rules/staff#audit; decisions/0320
create schema audit;
create extension if not exists pgcrypto;

-- One key for each person whose values stand in the log: a customer, or an order of a guest. Erasing the person empties it:
-- what was encrypted under it is then gone, and no new key comes in its place.
create table audit.person_keys (
  subject text primary key check (subject ~ '^(customer|order|credit):[0-9]+$'),
  key bytea check (length(key) = 32),
  destroyed_at timestamptz,
  check ((key is null) = (destroyed_at is not null))
);

create sequence audit.entry_ids as bigint;
create table audit.entries (
  id bigint not null default nextval('audit.entry_ids'),
  -- How long it stays: 24 months, or 10 years for money, rights and people's data.
  class text not null check (class in ('ordinary', 'retained')),
  at timestamptz not null default now(),
  actor actor not null,
  -- The roles the staff account had at that moment.
  roles text[] not null default '{}',
  -- The call or the command: "staff.changeAccount", "orders".
  call text not null,
  request_id text not null,
  session_id bigint,
  -- The network the caller's address is in, and the browser.
  network text not null default '',
  device text not null default '',
  -- The approved request that allowed it.
  approval text,
  -- "insert", "update", "delete", or the name of what is no change of a row ("signed_in", "revealed").
  event text not null,
  -- "orders.lines" and the key of its row; null for what is no change of a row.
  source text,
  source_key text,
  -- The record it belongs to: "order:17", "staff:3", "setting:shop".
  about text,
  before jsonb,
  after jsonb,
  -- Values of a person, in before and after, encrypted under their key. Null also where that key was destroyed before.
  subject text,
  encrypted bytea,
  personal_fields text[] not null default '{}',
  reason text,
  primary key (class, at, id)
) partition by list (class);
-- Serves the log as a whole, newest first.
create index entries_id on audit.entries (id desc);
-- Serves the history of one record.
create index entries_about on audit.entries (about, id desc);
-- Serves what one person did.
create index entries_actor on audit.entries (actor, id desc);
-- Serves the search by call.
create index entries_call on audit.entries (call, id desc);
create table audit.ordinary partition of audit.entries for values in ('ordinary') partition by range (at);
create table audit.retained partition of audit.entries for values in ('retained') partition by range (at);

-- What waits for its place in the chain.
create table audit.unchained (
  entry_id bigint primary key,
  class text not null,
  at timestamptz not null
);
-- One row an entry, in the order in which they were chained. The hash covers the hash before and the bytes of the entry.
create table audit.chain (
  n bigint primary key check (n > 0),
  entry_id bigint not null unique,
  class text not null,
  at timestamptz not null,
  hash bytea not null check (length(hash) = 32)
);
-- What retention took out: a month of a class, with the first and the last hash of what it held.
create table audit.dropped (
  class text not null,
  month date not null,
  entries bigint not null,
  first_hash bytea,
  last_hash bytea,
  dropped_at timestamptz not null default now(),
  primary key (class, month)
);

create function audit.keep() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append only';
end $$;
create trigger entries_append_only before update or delete on audit.entries for each row execute function audit.keep();
create trigger entries_not_emptied before truncate on audit.entries for each statement execute function audit.keep();
create trigger chain_append_only before update or delete on audit.chain for each row execute function audit.keep();
create trigger chain_not_emptied before truncate on audit.chain for each statement execute function audit.keep();
create trigger dropped_append_only before update or delete on audit.dropped for each row execute function audit.keep();
create trigger dropped_not_emptied before truncate on audit.dropped for each statement execute function audit.keep();
-- Not even its key's owner brings one back, or changes one.
create function audit.keep_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.key is null and old.subject = new.subject then return new; end if;
  raise exception 'keys of the audit log are destroyed, never changed';
end $$;
create trigger person_keys_append_only before update or delete on audit.person_keys for each row execute function audit.keep_keys();

-- Months of both classes up to `until`. Safe to repeat.
create function audit.make_months(until date) returns void language plpgsql as $$
declare
  month date := date_trunc('month', now() at time zone 'UTC')::date;
  kind text;
  part text;
begin
  while month <= until loop
    foreach kind in array array['ordinary', 'retained'] loop
      part := kind || to_char(month, '_YYYY_MM');
      if to_regclass('audit.' || part) is null then
        execute format('create table audit.%I partition of audit.%I for values from (%L) to (%L)', part, kind,
          month::text || ' 00:00:00+00', (month + interval '1 month')::date::text || ' 00:00:00+00');
        execute format('create trigger entries_not_emptied before truncate on audit.%I for each statement execute function audit.keep()', part);
      end if;
    end loop;
    month := (month + interval '1 month')::date;
  end loop;
end $$;
select audit.make_months((now() + interval '3 months')::date);
-- Where the months were not made in time nothing is lost.
create table audit.ordinary_rest partition of audit.ordinary default;
create table audit.retained_rest partition of audit.retained default;
create trigger entries_not_emptied before truncate on audit.ordinary_rest for each statement execute function audit.keep();
create trigger entries_not_emptied before truncate on audit.retained_rest for each statement execute function audit.keep();

-- What a trigger needs to know of its table: the class, which record a row belongs to, whose personal values it has and
-- in which columns, and which columns are never written down: what is bytea is a hash or encrypted.
create table audit.sources (
  name text primary key,
  class text not null check (class in ('ordinary', 'retained')),
  about text not null,
  person text,
  personal text[] not null default '{}',
  hidden text[] not null default '{}',
  keys text[] not null,
  check (person is not null or personal = '{}')
);

-- The order a row is about, by what the row has of it.
create function audit.order_of(by text, r jsonb) returns orders.orders language sql stable as $$
  select o.* from orders.orders o where o.id = case by
    when 'id' then (r ->> 'id')::bigint
    when 'order_id' then (r ->> 'order_id')::bigint
    when 'order_code' then (select x.id from orders.orders x where x.code = r ->> 'order_code')
    when 'payment_id' then (select x.id from payments.payments p join orders.orders x on x.code = p.order_code
      where p.id = (r ->> 'payment_id')::bigint)
    when 'attempt_id' then (select x.id from payments.attempts a join payments.payments p on p.id = a.payment_id
      join orders.orders x on x.code = p.order_code where a.id = (r ->> 'attempt_id')::bigint)
  end
$$;

-- "order.order_id": the kind of the record, and by what it is found.
create function audit.about_of(rule text, r jsonb) returns text language sql stable as $$
  select case
    when rule like 'order.%' then 'order:' || coalesce((audit.order_of(split_part(rule, '.', 2), r)).id::text,
      r ->> split_part(rule, '.', 2))
    else split_part(rule, '.', 1) || ':' || (r ->> split_part(rule, '.', 2)) end
$$;

create function audit.subject_of(rule text, r jsonb) returns text language plpgsql stable as $$
declare
  o orders.orders;
begin
  if rule is null then return null; end if;
  if rule not like 'order.%' then return 'customer:' || (r ->> split_part(rule, '.', 2)); end if;
  -- An order that is being removed is found in the row itself.
  o := case when rule = 'order.id' then jsonb_populate_record(null::orders.orders, jsonb_build_object('id', r -> 'id', 'customer_id', r -> 'customer_id'))
    else audit.order_of(split_part(rule, '.', 2), r) end;
  return coalesce('customer:' || o.customer_id, 'order:' || o.id, 'credit:' || (r ->> 'id'));
end $$;

-- Encrypts under the person's key, which is made here at its first use. Null where it was destroyed.
create function audit.encrypted_for(who text, given jsonb) returns bytea language plpgsql as $$
declare
  found bytea;
begin
  insert into audit.person_keys (subject, key) values (who, gen_random_bytes(32)) on conflict do nothing;
  select key into found from audit.person_keys where subject = who;
  if found is null then return null; end if;
  -- The key is random: nothing is gained by stretching it.
  return pgp_sym_encrypt(given::text, encode(found, 'base64'), 'cipher-algo=aes256, s2k-mode=1, compress-algo=0');
end $$;

-- What was encrypted, or null: the key was destroyed.
create function audit.decrypted(who text, given bytea) returns jsonb language sql stable as $$
  select pgp_sym_decrypt(given, encode(k.key, 'base64'))::jsonb from audit.person_keys k
  where k.subject = who and k.key is not null
$$;

-- Writes one entry for who acts in this transaction.
create function audit.add(
  of_class text, of_event text, of_about text, of_source text, of_key text, was jsonb, is_now jsonb,
  person text, person_values jsonb, why text
) returns void language plpgsql as $$
declare
  acting jsonb := nullif(current_setting('app.acting', true), '')::jsonb;
  who text := acting ->> 'actor';
  fresh bigint := nextval('audit.entry_ids');
  said text := coalesce(why, acting ->> 'reason');
begin
  if who is null then raise exception 'an audit entry without an acting person'; end if;
  -- What is written about a person, the reason too, is the person's.
  if person is not null and said is not null then
    person_values := coalesce(person_values, '{}') || jsonb_build_object('reason', said);
    said := null;
  end if;
  insert into audit.entries (id, class, actor, roles, call, request_id, session_id, network, device, approval, event, source,
    source_key, about, before, after, subject, encrypted, personal_fields, reason)
  values (fresh, of_class, who,
    case when who like 'staff:%' then coalesce((select array_agg(h.role order by h.role) from staff.account_roles h
      where h.account_id = split_part(who, ':', 2)::bigint), '{}') else '{}' end,
    coalesce(acting ->> 'call', ''), coalesce(acting ->> 'request_id', ''), (acting ->> 'session_id')::bigint,
    coalesce(acting ->> 'network', ''), coalesce(acting ->> 'device', ''), acting ->> 'approval',
    of_event, of_source, of_key, of_about, was, is_now,
    case when person_values is not null then person end,
    case when person_values is not null then audit.encrypted_for(person, person_values) end,
    array(select distinct f from jsonb_each(person_values) side (name, fields),
      jsonb_object_keys(case jsonb_typeof(side.fields) when 'object' then side.fields else '{}' end) f order by f),
    said);
  insert into audit.unchained (entry_id, class, at) values (fresh, of_class, now());
end $$;

create function audit.note() returns trigger language plpgsql as $$
declare
  s audit.sources;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(is_now, was);
  changed text[];
  plain text[];
  own text[];
begin
  select * into strict s from audit.sources where name = tg_table_schema || '.' || tg_table_name;
  select array_agg(k) into changed from jsonb_object_keys(whole) k
  where was is null or is_now is null or was -> k is distinct from is_now -> k;
  -- A change of nothing but its own marks is none.
  if changed is null or changed <@ array['version', 'updated_at', 'updated_by', 'last_used_at'] then return null; end if;
  plain := array(select unnest(changed) except select unnest(s.personal || s.hidden));
  -- That a secret changed is said, never what it was or is.
  if was is not null and is_now is not null and changed && s.hidden then
    was := was || (select jsonb_object_agg(h, '•') from unnest(s.hidden) h where h = any (changed));
    is_now := is_now || (select jsonb_object_agg(h, '•') from unnest(s.hidden) h where h = any (changed));
    plain := plain || array(select unnest(changed) intersect select unnest(s.hidden));
  end if;
  own := array(select unnest(changed) intersect select unnest(s.personal));
  perform audit.add(s.class, lower(tg_op), audit.about_of(s.about, whole), s.name,
    (select string_agg(whole ->> k, ' ' order by at) from unnest(s.keys) with ordinality given (k, at)),
    (select jsonb_object_agg(k, was -> k) from unnest(plain) k where was is not null),
    (select jsonb_object_agg(k, is_now -> k) from unnest(plain) k where is_now is not null),
    audit.subject_of(s.person, whole),
    case when own <> '{}' then jsonb_build_object(
      'before', coalesce((select jsonb_object_agg(k, was -> k) from unnest(own) k where was is not null), '{}'),
      'after', coalesce((select jsonb_object_agg(k, is_now -> k) from unnest(own) k where is_now is not null), '{}')) end,
    null);
  return null;
end $$;

-- Attaches the trigger to a table. `about` names the record a row belongs to: kind, a dot, the column that holds its key.
create function audit.watch(
  of_name text, of_class text, of_about text, of_person text default null, of_personal text[] default '{}',
  of_hidden text[] default '{}'
) returns void language plpgsql as $$
declare
  t regclass := of_name::regclass;
  bytes text[] := array(select attname::text from pg_attribute where attrelid = t and attnum > 0 and not attisdropped
    and atttypid = 'bytea'::regtype);
  own_keys text[] := array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k (attnum, place)
    join pg_attribute a on a.attrelid = t and a.attnum = k.attnum where i.indrelid = t and i.indisprimary
    order by k.place);
begin
  insert into audit.sources (name, class, about, person, personal, hidden, keys)
  values (of_name, of_class, of_about, of_person, of_personal,
    array(select distinct h from unnest(of_hidden || bytes) h where not h = any (of_personal)),
    array(select k from unnest(own_keys) k where not k = any (bytes)))
  on conflict (name) do update set class = excluded.class, about = excluded.about, person = excluded.person,
    personal = excluded.personal, hidden = excluded.hidden, keys = excluded.keys;
  execute format('create or replace trigger audit_note after insert or update or delete on %s for each row
    when (current_setting(''app.acting'', true) > '''') execute function audit.note()', t);
end $$;

-- Settings, and who works here.
select audit.watch('kernel.settings', 'retained', 'setting.key');
select audit.watch(name, 'retained', about) from (values
  ('staff.roles', 'role.code'), ('staff.role_permissions', 'role.role'),
  ('staff.account_roles', 'staff.account_id'), ('staff.account_warehouses', 'staff.account_id'),
  ('staff.account_collaborators', 'staff.account_id'), ('staff.recovery_codes', 'staff.account_id'),
  ('staff.api_keys', 'staff.account_id'), ('staff.sessions', 'staff.account_id'), ('staff.links', 'staff.account_id')
) given (name, about);
select audit.watch('staff.accounts', 'retained', 'staff.id', of_hidden => array['password_hash']);
select audit.watch('staff.passkeys', 'retained', 'staff.account_id', of_hidden => array['credential_id']);

-- Customers: what an erasure blanks or deletes is encrypted.
select audit.watch('identity.customers', 'retained', 'customer.id', 'customer.id',
  array['phone', 'email', 'email_verified_at', 'full_name', 'nickname', 'password_changed_at', 'birthday', 'gender',
    'nationality', 'referral_code', 'bank', 'avatar'],
  array['password_hash', 'bank_account', 'bank_holder']);
select audit.watch('identity.roles', 'retained', 'customer.customer_id', 'customer.customer_id', array['role', 'agent_id', 'granted_at']);
select audit.watch('identity.google_accounts', 'retained', 'customer.customer_id', 'customer.customer_id',
  array['issuer', 'subject', 'email', 'linked_at']);
select audit.watch('fulfilment.addresses', 'retained', 'customer.customer_id', 'customer.customer_id',
  array['label', 'receiver_name', 'receiver_phone', 'address', 'is_confirmed', 'created_at', 'updated_at']);
select audit.watch('fulfilment.address_books', 'retained', 'customer.customer_id', 'customer.customer_id');
select audit.watch('privacy.consents', 'retained', 'customer.customer_id', 'customer.customer_id');
select audit.watch('privacy.data_requests', 'retained', 'customer.customer_id', 'customer.customer_id', of_hidden => array['file']);

-- Orders and their money.
select audit.watch('orders.orders', 'retained', 'order.id', 'order.id',
  array['receiver_name', 'receiver_phone', 'receiver_email', 'address', 'address_text', 'address_text_legacy',
    'company_invoice', 'note', 'cancel_note']);
select audit.watch(name, 'retained', about, about) from (values
  ('orders.lines', 'order.order_id'), ('orders.allocations', 'order.order_id'), ('orders.adjustments', 'order.order_id'),
  ('orders.vat_groups', 'order.order_id'), ('payments.refunds', 'order.payment_id')
) given (name, about);
select audit.watch('payments.banks', 'retained', 'bank.bin');
select audit.watch('payments.payments', 'retained', 'order.order_code', 'order.order_code', of_hidden => array['uid_payment']);
select audit.watch('payments.attempts', 'retained', 'order.payment_id', 'order.payment_id', array['started', 'provider_txn_no'],
  array['uid_payment']);
select audit.watch('payments.credits', 'retained', 'order.attempt_id', 'order.attempt_id', array['content']);

-- Goods, words, places.
select audit.watch(name, 'retained', about) from (values
  ('catalogue.prices', 'variant.variant_id'), ('catalogue.stock', 'variant.variant_id'),
  ('promotions.flash_sales', 'flash_sale.id'), ('promotions.flash_sale_items', 'flash_sale.sale_id'),
  ('promotions.programmes', 'programme.id'), ('promotions.programme_categories', 'programme.programme_id')
) given (name, about);
select audit.watch(name, 'ordinary', about) from (values
  ('catalogue.brands', 'brand.id'), ('catalogue.categories', 'category.id'),
  ('catalogue.category_texts', 'category.category_id'), ('catalogue.attributes', 'attribute.id'),
  ('catalogue.attribute_options', 'attribute.attribute_id'), ('catalogue.tags', 'tag.id'),
  ('catalogue.products', 'product.id'), ('catalogue.product_texts', 'product.product_id'),
  ('catalogue.product_tags', 'product.product_id'), ('catalogue.product_links', 'product.product_id'),
  ('catalogue.variants', 'product.product_id'), ('catalogue.uploads', 'upload.id'),
  ('catalogue.upload_sources', 'upload.upload_id'), ('catalogue.search_terms', 'search_term.id'),
  ('catalogue.old_category_slugs', 'category.category_id'), ('catalogue.old_product_slugs', 'product.product_id'),
  ('content.menus', 'menu.key'), ('content.menu_texts', 'menu.menu_key'), ('content.menu_items', 'menu.menu_key'),
  ('content.menu_item_texts', 'menu_item.item_id'), ('content.post_categories', 'post_category.id'),
  ('content.post_category_texts', 'post_category.category_id'), ('content.posts', 'post.id'),
  ('content.post_texts', 'post.post_id'), ('content.post_tags', 'post.post_id'), ('content.post_topics', 'post.post_id'),
  ('content.tags', 'post_tag.slug'), ('content.faq_groups', 'faq_group.slug'),
  ('content.faq_group_texts', 'faq_group.group_slug'), ('content.faq_items', 'faq_item.id'),
  ('content.faq_item_texts', 'faq_item.item_id'), ('content.policies', 'policy.code'),
  ('content.policy_texts', 'policy.policy_code'), ('content.policy_sections', 'policy.policy_code'),
  ('content.policy_section_texts', 'policy.policy_code'),
  ('fulfilment.carriers', 'carrier.code'), ('fulfilment.carrier_texts', 'carrier.carrier_code'),
  ('fulfilment.carrier_zones', 'carrier.carrier_code'), ('fulfilment.free_delivery', 'free_delivery.code'),
  ('fulfilment.surcharges', 'surcharge.only_row'), ('fulfilment.origins', 'origin.region'),
  ('stores.stores', 'store.id'), ('stores.store_texts', 'store.store_id')
) given (name, about);

-- The bytes that are hashed. Ciphertext, never what it hides: destroying a key breaks nothing.
create function audit.bytes_of(e audit.entries) returns bytea language sql stable set timezone = 'UTC' as $$
  select convert_to(jsonb_build_array(e.id, e.class, e.at, e.actor, e.roles, e.call, e.request_id, e.session_id, e.network,
    e.device, e.approval, e.event, e.source, e.source_key, e.about, e.before, e.after, e.subject, encode(e.encrypted, 'hex'),
    e.personal_fields, e.reason)::text, 'UTF8')
$$;

-- Gives what is committed its place in the chain; answers how many. One at a time; nobody who writes waits for it.
create function audit.chain_up(most integer) returns integer language plpgsql as $$
declare
  last_n bigint;
  last_hash bytea;
  waiting record;
  done integer := 0;
begin
  perform pg_advisory_xact_lock(7205041570);
  select n, hash into last_n, last_hash from audit.chain order by n desc limit 1;
  last_n := coalesce(last_n, 0);
  last_hash := coalesce(last_hash, sha256('audit'));
  for waiting in select u.*, audit.bytes_of(e) as bytes from audit.unchained u
    join audit.entries e on e.class = u.class and e.at = u.at and e.id = u.entry_id order by u.entry_id limit most
  loop
    last_n := last_n + 1;
    last_hash := sha256(last_hash || waiting.bytes);
    insert into audit.chain (n, entry_id, class, at, hash) values (last_n, waiting.entry_id, waiting.class, waiting.at, last_hash);
    delete from audit.unchained where entry_id = waiting.entry_id;
    done := done + 1;
  end loop;
  return done;
end $$;

-- Where the chain is broken: an entry was changed, removed, or put in. What retention took out is known by its month.
create function audit.faults() returns table (fault text, about text) language sql stable as $$
  with linked as (
    select c.*, lag(c.hash, 1, sha256('audit')) over (order by c.n) as previous, lag(c.n, 1, 0::bigint) over (order by c.n) as n_before
    from audit.chain c)
  select case when l.n <> l.n_before + 1 then 'audit: a place of the chain is missing'
      when e.id is null then 'audit: an entry of the chain is missing'
      else 'audit: the chain is broken' end, l.n || ' ' || l.entry_id
  from linked l left join audit.entries e on e.class = l.class and e.at = l.at and e.id = l.entry_id
  where l.n <> l.n_before + 1
    or (e.id is null and not exists (select from audit.dropped d
      where d.class = l.class and d.month = date_trunc('month', l.at at time zone 'UTC')::date))
    or (e.id is not null and l.hash <> sha256(l.previous || audit.bytes_of(e)))
  union all
  select 'audit: an entry is in no place of the chain', e.id::text from audit.entries e
  where not exists (select from audit.chain c where c.entry_id = e.id)
    and not exists (select from audit.unchained u where u.entry_id = e.id)
  union all
  select 'audit: an entry waits for the chain since a day', u.entry_id::text from audit.unchained u
  where u.at < now() - interval '1 day'
$$;

-- Takes out one month of a class that is past its time; raises for one that is not. The owner of the database does it by
-- `npm run audit -- drop`; nothing else removes an entry.
create function audit.drop_month(of_class text, of_month date) returns bigint language plpgsql as $$
declare
  part text := of_class || to_char(of_month, '_YYYY_MM');
  term interval := case of_class when 'ordinary' then interval '24 months' else interval '10 years' end;
  held bigint;
begin
  if of_month <> date_trunc('month', of_month)::date or to_regclass('audit.' || part) is null then
    raise exception 'there is no month % of %', of_month, of_class;
  end if;
  if of_month + interval '1 month' > now() - term then
    raise exception 'the month % of % is not past its time', of_month, of_class;
  end if;
  perform pg_advisory_xact_lock(7205041570);
  execute format('select count(*) from audit.%I', part) into held;
  if exists (select from audit.unchained u where u.class = of_class
      and date_trunc('month', u.at at time zone 'UTC')::date = of_month) then
    raise exception 'entries of % wait for the chain', of_month;
  end if;
  insert into audit.dropped (class, month, entries, first_hash, last_hash)
  select of_class, of_month, held, (array_agg(hash order by n))[1], (array_agg(hash order by n desc))[1] from audit.chain
  where class = of_class and date_trunc('month', at at time zone 'UTC')::date = of_month;
  execute format('drop table audit.%I', part);
  return held;
end $$;
