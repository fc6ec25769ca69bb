-- Answers that the staff begins with. The texts come with the product (portal/modules/desk/answers.template.ts).
create table portal.answer_template (
  template_id text primary key check (template_id ~ '^[a-z][A-Za-z]{2,39}$'),
  -- of the topic alone; null: of every one
  topic_id text references portal.conversation_topic,
  title text not null check (char_length(title) between 3 and 120),
  -- with {{variables}}: domain/conversations/answer-template.ts
  body text not null check (char_length(body) between 1 and 4000),
  sort integer not null
);
create index answer_templates_topic_id_idx on portal.answer_template (topic_id);

-- Filters of the desk that an administrator keeps under a name.
create table portal.desk_view (
  administrator_id uuid not null references portal.administrator,
  view_id uuid not null,
  name text not null check (char_length(name) between 1 and 60),
  -- query parameters of the address
  search jsonb not null check (jsonb_typeof(search) = 'object'),
  saved_at timestamptz not null,
  primary key (administrator_id, view_id)
);

-- Who of the staff has a conversation open: renewed every 20 s, of no worth after 45 s. Nothing of it survives a crash.
create unlogged table portal.desk_presence (
  account_number text not null,
  conversation_id uuid not null,
  administrator_id uuid not null,
  seen_at timestamptz not null,
  -- the last key stroke in the composer
  typed_at timestamptz,
  primary key (account_number, conversation_id, administrator_id)
);
create index desk_presence_seen_at_idx on portal.desk_presence (seen_at);

-- The queue: what runs out first, and what is done, newest first.
create index conversation_clocks_open_idx on portal.conversation_clock
  (account_number, conversation_id) include (started_on, due_on) where kind = 'internal' and met_at is null;
create index conversations_state_opened_at_idx on portal.conversation (state, opened_at desc, conversation_id desc);
create index conversation_messages_sent_at_idx on portal.conversation_message (sent_at desc);
create index conversation_events_happened_at_idx on portal.conversation_event (happened_at desc);
-- Search by a number.
create index conversations_account_prefix_idx on portal.conversation (account_number text_pattern_ops);
