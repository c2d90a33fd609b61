-- Surveys. Whether one is open follows from its state, its times and the clock. rules/surveys
create schema surveys;

create table surveys.polls (
  id integer primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 60 and slug !~ '^[0-9]+$'),
  state text not null check (state in ('draft', 'open', 'closed')),
  -- What it asks and of whom, in each language.
  definition jsonb not null check (definition ? 'questions'),
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  changed_at timestamptz not null
);

-- What was opened, closed and changed, by whom.
create table surveys.history (
  id bigint generated always as identity primary key,
  poll_id integer not null references surveys.polls,
  at timestamptz not null,
  actor actor not null,
  act text not null check (act in ('created', 'changed', 'opened', 'closed'))
);
-- Serves the history of one survey.
create index history_poll on surveys.history (poll_id, id);

-- Who has answered, by a hash that leads to nobody: the one row that makes an answer count once. It is tied to no answer, so
-- that an anonymous one stays so.
create table surveys.respondents (
  poll_id integer not null references surveys.polls,
  key_hash bytea not null check (length(key_hash) = 32),
  -- Of what was answered: the same again is the first.
  body_hash bytea not null check (length(body_hash) = 32),
  primary key (poll_id, key_hash)
);

create table surveys.answers (
  id bigint generated always as identity primary key,
  poll_id integer not null references surveys.polls,
  answered_on date not null,
  -- Of an anonymous one none; of the others until 12 months after.
  order_code text,
  customer_id bigint references identity.customers (id),
  answers jsonb not null check (jsonb_typeof(answers) = 'object')
);
-- Serves the results of one survey.
create index answers_poll on surveys.answers (poll_id, id);
-- Serves the sweep, the export and the erasure of a person.
create index answers_named on surveys.answers (answered_on) where order_code is not null or customer_id is not null;
create index answers_customer on surveys.answers (customer_id) where customer_id is not null;

create table surveys.invitations (
  id bigint generated always as identity primary key,
  poll_id integer not null references surveys.polls,
  order_code text not null,
  customer_id bigint not null references identity.customers (id),
  made_at timestamptz not null,
  -- Its token is good until then.
  expires_at timestamptz not null,
  -- Null: not sent, because it was not wanted any more when it was to leave, or waits for that.
  sent_at timestamptz,
  unique (poll_id, order_code)
);
-- Serves how often a person is asked, the export and the erasure.
create index invitations_customer on surveys.invitations (customer_id, sent_at);
-- Serves the sweep.
create index invitations_expired on surveys.invitations (expires_at);

-- A person may agree to be asked, by itself.
alter table privacy.consents drop constraint consents_purpose_check;
alter table privacy.consents add constraint consents_purpose_check
  check (purpose in ('marketing_sms', 'marketing_zalo', 'marketing_email', 'behaviour', 'survey'));

-- A survey in which somebody was not content opens a message.
alter table contact.messages drop constraint messages_topic_check;
alter table contact.messages add constraint messages_topic_check
  check (topic in ('product', 'order', 'warranty', 'complaint', 'cooperation', 'press', 'privacy', 'survey'));

select audit.watch('surveys.polls', 'ordinary', 'poll.id');
