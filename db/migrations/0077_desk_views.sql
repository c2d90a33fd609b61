-- What people keep of the office's lists: views with a name, their own or for a role, and how they have each list.
-- rules/office#views
create schema desks;

create table desks.views (
  id integer generated always as identity primary key,
  desk text not null check (desk ~ '^[a-z_]{1,40}$'),
  name text not null check (length(name) between 1 and 60),
  owner bigint not null references staff.accounts (id),
  -- Shared with who has this role; null: the owner's alone.
  role text references staff.roles (code) on delete cascade,
  -- Filters and order as the address says them. Never what was searched for: that may be a person's.
  query jsonb not null check (jsonb_typeof(query) = 'object' and not query ? 'q'),
  columns text[] check (cardinality(columns) between 1 and 60),
  density text not null default 'normal' check (density in ('normal', 'dense')),
  version integer not null default 1,
  changed_at timestamptz not null
);
-- One of a name for one person, one for a role; both also serve the views of a list.
create unique index views_own on desks.views (desk, owner, lower(name)) where role is null;
create unique index views_shared on desks.views (desk, role, lower(name)) where role is not null;

create table desks.layouts (
  account_id bigint not null references staff.accounts (id) on delete cascade,
  desk text not null check (desk ~ '^[a-z_]{1,40}$'),
  columns text[] check (cardinality(columns) between 1 and 60),
  density text not null default 'normal' check (density in ('normal', 'dense')),
  primary key (account_id, desk)
);

select audit.watch('desks.views', 'ordinary', 'view.id');
