-- Live chat: conversations, their messages in one order, pictures, what staff note, canned replies, and who takes chats.
-- rules/chat
create schema chat;

create table chat.conversations (
  id integer generated always as identity primary key,
  -- Its name outside: 128 random bits.
  code text not null unique check (code ~ '^[\w-]{22}$'),
  -- Whose it is: an account, else the session of a visitor. Neither: erased, or the session has ended.
  customer_id bigint references identity.customers (id),
  session_id bigint references identity.sessions (id) on delete set null,
  phone text not null check (phone = '' or phone ~ '^\+84[35789]\d{8}$'),
  city_code text not null check (city_code ~ '^(\d{2})?$'),
  locale text not null check (locale in ('vi', 'en', 'ja')),
  state text not null check (state in ('waiting', 'open', 'done')),
  -- Of a message left outside hours: how it is called.
  left_code text unique check (left_code ~ '^CH-[2-9A-HJ-NP-Z]{6}$'),
  -- Injury, smoke, fraud: at the head of the queue.
  is_urgent boolean not null default false,
  -- Given back by a person who was gone: before those that wait for the first time.
  is_returned boolean not null default false,
  assigned_to bigint references staff.accounts (id),
  last_seq integer not null default 0 check (last_seq >= 0),
  seen_by_customer integer not null default 0 check (seen_by_customer between 0 and last_seq),
  seen_by_staff integer not null default 0 check (seen_by_staff between 0 and last_seq),
  -- Goes up with whatever a reader sees of it.
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  -- By when somebody of the shop writes; null: nothing waits for them.
  due_at timestamptz,
  first_answer_at timestamptz,
  -- The customer's last message, and the last of all.
  customer_at timestamptz not null,
  last_at timestamptz not null,
  -- Asked whether they are still there.
  asked_at timestamptz,
  done_at timestamptz,
  done_by text check (done_by in ('customer', 'staff', 'idle', 'erased')),
  is_good boolean,
  erased_at timestamptz,
  check ((state = 'done') = (done_at is not null)),
  check ((state = 'done') = (done_by is not null)),
  check (state <> 'open' or assigned_to is not null),
  check (state <> 'waiting' or assigned_to is null),
  check (state <> 'waiting' or due_at is not null),
  check (is_good is null or state = 'done')
);
-- One conversation of a person goes on: of two begun at once one is refused.
create unique index conversations_one_of_account on chat.conversations (customer_id)
  where state <> 'done' and customer_id is not null;
create unique index conversations_one_of_visitor on chat.conversations (session_id)
  where state <> 'done' and customer_id is null and session_id is not null;
-- Serve a person's own, the export and an erasure.
create index conversations_customer on chat.conversations (customer_id, id desc) where customer_id is not null;
create index conversations_session on chat.conversations (session_id, id desc) where session_id is not null;
-- Serves the queue, in its order.
create index conversations_waiting on chat.conversations (is_urgent desc, is_returned desc, due_at, id) where state = 'waiting';
-- Serves what a person of the shop has, and what has no customer any more.
create index conversations_open on chat.conversations (assigned_to, last_at desc) where state = 'open';
-- Serves all of them, the newest first, and their end after 24 months.
create index conversations_last on chat.conversations (last_at desc, id desc);
-- Serves how long the last twenty waited.
create index conversations_answered on chat.conversations (first_answer_at desc) where first_answer_at is not null;

-- `seq` is given under the conversation's lock, in the transaction that stores the message: the only order there is.
create table chat.messages (
  conversation_id integer not null references chat.conversations on delete cascade,
  seq integer not null check (seq > 0),
  -- Made by its sender: the same one again is the same message.
  client_id text not null check (client_id ~ '^[\w-]{22}$'),
  side text not null check (side in ('customer', 'staff', 'shop')),
  staff_id bigint references staff.accounts (id),
  text text not null check (length(text) <= 8000),
  -- Of the shop's own, said in the reader's language.
  word text check (word in ('left', 'still_there', 'done_idle', 'done_customer', 'done_staff')),
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  card_kind text check (card_kind in ('product', 'order')),
  card_key text check (length(card_key) <= 40),
  at timestamptz not null,
  primary key (conversation_id, seq),
  unique (conversation_id, client_id),
  check ((side = 'staff') = (staff_id is not null)),
  check ((side = 'shop') = (word is not null)),
  check ((card_kind is null) = (card_key is null)),
  check (side = 'shop' or text <> '' or pictures <> '{}' or card_kind is not null)
);

-- Pictures sent for a conversation; `seq` once a message has them. Those no message takes go after a day.
create table chat.pictures (
  key text primary key,
  conversation_id integer not null references chat.conversations on delete cascade,
  by_customer boolean not null,
  seq integer,
  created_at timestamptz not null
);
create index pictures_conversation on chat.pictures (conversation_id);
-- Serves their end.
create index pictures_spare on chat.pictures (created_at) where seq is null;

-- What staff did and noted: seen inside alone.
create table chat.notes (
  id integer generated always as identity primary key,
  conversation_id integer not null references chat.conversations on delete cascade,
  at timestamptz not null,
  actor actor not null,
  act text not null check (act in ('note', 'taken', 'passed', 'returned', 'done', 'reopened')),
  text text not null default '' check (length(text) <= 8000)
);
create index notes_conversation on chat.notes (conversation_id, id);

-- Canned replies, with blanks: `[[name]]`.
create table chat.replies (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{1,39}$'),
  topic text not null check (topic in ('greeting', 'product', 'price', 'order', 'delivery', 'payment', 'warranty', 'return',
    'collab', 'complaint', 'close')),
  vi text not null check (length(vi) between 1 and 8000),
  en text not null default '' check (length(en) <= 8000),
  ja text not null default '' check (length(ja) <= 8000),
  is_active boolean not null default true
);

-- Who takes chats now; `seen_at` is the last sign of them.
create table chat.presence (
  staff_id bigint primary key references staff.accounts (id) on delete cascade,
  is_on boolean not null,
  seen_at timestamptz not null
);

select audit.watch('chat.replies', 'ordinary', 'chat_reply.key');
