-- Administrators were customers with a role of that kind; they become staff, invited: each sets a password and a second
-- factor of their own before anything else. rules/staff#administrators; decisions/0301

-- What the scopes of administrators allowed. One that is not listed allowed nothing.
create temporary table old_scopes on commit drop as
select scope, permission from (values
  ('orders:read', 'orders:read'),
  ('orders:approve', 'orders:write'),
  ('orders:ship', 'fulfilment:pick fulfilment:ship'),
  ('orders:deliver', 'fulfilment:ship fulfilment:fail'),
  ('orders:cancel', 'orders:cancel'),
  ('returns:decide', 'returns:read returns:decide'),
  ('customers:read', 'customers:read'),
  ('content:read', 'catalogue:read'),
  ('content:write', 'content:write catalogue:write translations:write media:write'),
  ('content:publish', 'content:publish catalogue:publish'),
  ('menus:write', 'content:write redirects:write'),
  ('reviews:answer', 'reviews:reply')
) as given (scope, permissions), string_to_table(permissions, ' ') as permission;

-- One row an administrator: what they held, and their place in the order in which they get an account.
create temporary table administrators on commit drop as
select c.id as customer_id, c.full_name, c.status = 'active' as is_active,
  case when c.email_verified_at is not null then lower(c.email) end as email,
  case when c.locale = 'en' then 'en' else 'vi' end as language,
  'all:all' = any (r.scope) as is_owner, r.scope as scopes,
  array(select distinct o.permission from old_scopes o where o.scope = any (r.scope) order by 1) as held
from identity.roles r join identity.customers c on c.id = r.customer_id
where r.role = 'administrator' and c.erased_at is null;

-- The smallest role that holds all of it, nowhere narrowed and at no place only; never the owner's but for all:all. Where
-- two are equally small, or none holds all, or there was nothing to hold, a role is made for the person.
alter table administrators add column role text;
update administrators a set role = case when a.is_owner then 'owner' else (
  select case when count(*) = 1 then min(code) end from (
    select r.code, rank() over (order by (select count(*) from staff.role_permissions p where p.role = r.code)) as place
    from staff.roles r
    where r.code <> 'owner' and r.scope is null and cardinality(a.held) > 0 and a.held <@ array(
      select p.permission from staff.role_permissions p
      where p.role = r.code and p.narrowed_to is null and p.mode <> 'asks_second_person')
  ) fits where place = 1) end;

insert into staff.roles (code, name_vi, name_en)
select 'administrator_' || customer_id, left('Quản trị trước đây: ' || full_name, 60),
  left('Administrator before: ' || full_name, 60)
from administrators where role is null;
-- In the owner's mode: nobody is above it.
insert into staff.role_permissions (role, permission, mode)
select 'administrator_' || a.customer_id, p.permission, p.mode
from administrators a join staff.role_permissions p on p.role = 'owner' and p.permission = any (a.held)
where a.role is null;
update administrators set role = 'administrator_' || customer_id where role is null;

-- In the order of the customers, so that an account finds its role by it. Who was locked as a customer is asked in anew too:
-- an invitation is sent by a person, who may leave it.
alter table administrators add column account_id bigint;
with made as (
  insert into staff.accounts (email, full_name, state, language, created_at)
  select email, full_name, 'invited', language, now() from administrators order by customer_id returning id
)
update administrators a set account_id = m.id
from (select id, row_number() over (order by id) as place from made) m,
  (select customer_id, row_number() over (order by customer_id) as place from administrators) o
where o.customer_id = a.customer_id and m.place = o.place;
insert into staff.account_roles (account_id, role) select account_id, role from administrators;
insert into staff.history (at, actor, event, account_id, role, before, after, request_id)
select now(), 'system', 'migrated', account_id, role, jsonb_build_object('scopes', scopes), jsonb_build_object('roles', array[role]),
  'upgrade' from administrators;

-- The customer stays, as a customer. Every session of theirs ends, also one that acts as a customer now.
delete from identity.sessions
where kind = 'staff' or active_role = 'administrator' or customer_id in (select customer_id from administrators);
delete from identity.roles where role = 'administrator';
alter table identity.roles
  drop column scope,
  drop constraint roles_role_check,
  add constraint roles_role_check check (role in ('agent', 'collaborator', 'partner', 'group_manager'));
alter table identity.sessions
  drop constraint sessions_active_role_check,
  add constraint sessions_active_role_check
    check (active_role in ('customer', 'agent', 'collaborator', 'partner', 'group_manager')),
  drop constraint sessions_kind_check,
  add constraint sessions_kind_check check (kind in ('visitor', 'customer'));
