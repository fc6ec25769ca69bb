-- What customers write about, as data: who decides, which term holds, what is asked for. The texts come with the product
-- (portal/modules/conversations/topics.template.ts).
create table portal.conversation_topic (
  topic_id text primary key check (topic_id ~ '^[a-z][A-Za-z]{2,39}$'),
  audience text not null check (audience in ('person', 'entity', 'both')),
  -- who decides: the supplier, or the distribution operator, to whom the supplier passes it on
  responsible text not null check (responsible in ('supplier', 'operator')),
  -- of the quality of service, with its term
  standard_code text not null check (standard_code ~ '^[A-Z_]{3,20}$'),
  title text not null check (char_length(title) between 3 and 120),
  hint text not null,
  -- [{"name", "kind", "label", "isRequired"}]
  fields jsonb not null check (jsonb_typeof(fields) = 'array'),
  -- names of what is usually attached
  documents jsonb not null check (jsonb_typeof(documents) = 'array'),
  sort integer not null
);

-- The number that a customer reads; it may have gaps.
create sequence portal.conversation_number as bigint start with 1001;

-- Tickets and chats: a chat that becomes a ticket is the same conversation.
create table portal.conversation (
  account_number text not null,
  conversation_id uuid not null,
  number bigint not null default nextval('portal.conversation_number'),
  kind text not null check (kind in ('ticket', 'chat')),
  customer_type text not null check (customer_type in ('person', 'entity')),
  -- whose cabinet it was opened in: others who have the account do not see it
  cabinet_id uuid not null references portal.identity,
  opened_by uuid not null references portal.identity,
  topic_id text references portal.conversation_topic,
  title text not null check (char_length(title) between 3 and 120),
  -- fields of the topic, and what it is about: meter, period of a bill
  subject jsonb not null check (jsonb_typeof(subject) = 'object'),
  state text not null check (state in ('new', 'inWork', 'waitingCustomer', 'waitingOperator', 'answered', 'closed')),
  last_seq integer not null check (last_seq > 0),
  -- since when the customer waits for a word of the supplier; null: the customer has it
  waiting_since timestamptz,
  assigned_to uuid references portal.administrator,
  opened_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz,
  -- shown together with another conversation of the same customer; nothing moves
  merged_account text,
  merged_into uuid,
  -- up to which message each side has it on the screen, or has seen it
  customer_read_seq integer not null default 0,
  customer_delivered_seq integer not null default 0,
  staff_read_seq integer not null default 0,
  -- what the customer is yet to be notified of, and when a notification was sent last
  news text check (news in ('created', 'message', 'waitingCustomer', 'waitingOperator', 'answered', 'closed')),
  notified_at timestamptz,
  request_id uuid not null,
  -- of the customer's request, to tell a repeated request from another one under its id
  request_digest bytea not null,
  -- the legal term as it was counted: rule, calendar, days
  standard_code text,
  standard_basis text,
  term_days integer,
  term_unit text check (term_unit in ('working', 'calendar')),
  calendar_version integer,
  received_on date,
  due_on date,
  primary key (account_number, conversation_id),
  constraint conversation_request_id_key unique (account_number, request_id),
  constraint conversation_merged_into_fkey foreign key (merged_account, merged_into) references portal.conversation,
  constraint conversation_merged_check check ((merged_account is null) = (merged_into is null)),
  constraint conversation_topic_check check (kind = 'chat' or topic_id is not null),
  constraint conversation_term_check check (
    num_nonnulls(standard_code, standard_basis, term_days, term_unit, calendar_version, received_on, due_on) in (0, 7)
    and (kind = 'chat' or due_on is not null)),
  constraint conversation_closed_check check ((state = 'closed') = (closed_at is not null)),
  constraint conversation_read_check check (customer_read_seq between 0 and last_seq
    and customer_delivered_seq between customer_read_seq and last_seq and staff_read_seq between 0 and last_seq)
);
create index conversations_cabinet_id_idx on portal.conversation (cabinet_id, account_number, opened_at desc, number desc);
create index conversations_opened_by_idx on portal.conversation (opened_by);
create index conversations_assigned_to_idx on portal.conversation (assigned_to) where assigned_to is not null;
create index conversations_topic_id_idx on portal.conversation (topic_id);
create index conversations_number_idx on portal.conversation (number);
create index conversations_merged_into_idx on portal.conversation (merged_account, merged_into) where merged_into is not null;
create index conversations_open_due_on_idx on portal.conversation (due_on, opened_at, conversation_id)
  where state not in ('answered', 'closed');
create index conversations_answered_at_idx on portal.conversation (answered_at) where state = 'answered';

-- What both sides wrote, numbered without gaps.
create table portal.conversation_message (
  account_number text not null,
  conversation_id uuid not null,
  seq integer not null check (seq > 0),
  author text not null check (author in ('customer', 'operator', 'system')),
  author_id uuid references portal.identity,
  body text not null check (char_length(body) between 1 and 4000),
  client_id uuid not null,
  sent_at timestamptz not null,
  -- for the search, without endings and apostrophes: domain/search
  words tsvector not null,
  primary key (account_number, conversation_id, seq),
  foreign key (account_number, conversation_id) references portal.conversation,
  constraint conversation_message_client_id_key unique (account_number, client_id),
  constraint conversation_message_author_id_check check ((author = 'system') = (author_id is null))
);
create index conversation_messages_author_id_idx on portal.conversation_message (author_id);
create index conversation_messages_words_idx on portal.conversation_message using gin (words);
-- The last number of a conversation is that of a message, and a message has the last number when it comes (below).
alter table portal.conversation add constraint conversation_last_seq_fkey
  foreign key (account_number, conversation_id, last_seq) references portal.conversation_message deferrable initially deferred;

-- Notes of the staff among themselves: no answer to a customer reads this table.
create table portal.conversation_note (
  account_number text not null,
  conversation_id uuid not null,
  note_id uuid not null,
  author_id uuid not null references portal.administrator,
  body text not null check (char_length(body) between 1 and 4000),
  written_at timestamptz not null,
  primary key (account_number, conversation_id, note_id),
  foreign key (account_number, conversation_id) references portal.conversation
);
create index conversation_notes_author_id_idx on portal.conversation_note (author_id);

-- What happened to a conversation, by whom, from what to what.
create table portal.conversation_event (
  account_number text not null,
  conversation_id uuid not null,
  event_id uuid not null,
  kind text not null check (kind in ('opened', 'stateChanged', 'assigned', 'topicChanged', 'merged', 'transferred', 'rated')),
  actor text not null check (actor in ('customer', 'operator', 'system')),
  actor_id uuid references portal.identity,
  before jsonb,
  after jsonb,
  reason text check (char_length(reason) <= 1000),
  happened_at timestamptz not null,
  primary key (account_number, conversation_id, event_id),
  foreign key (account_number, conversation_id) references portal.conversation
);
create index conversation_events_actor_id_idx on portal.conversation_event (actor_id);

-- The clocks of a conversation: the legal one never stands still, the internal one does while somebody else has the word.
create table portal.conversation_clock (
  account_number text not null,
  conversation_id uuid not null,
  kind text not null check (kind in ('legal', 'internal')),
  rule text not null,
  started_on date not null,
  due_on date not null check (due_on >= started_on),
  paused_since timestamptz check (kind = 'internal' or paused_since is null),
  paused_seconds integer not null default 0 check (paused_seconds >= 0),
  met_at timestamptz,
  breached_at timestamptz,
  primary key (account_number, conversation_id, kind),
  foreign key (account_number, conversation_id) references portal.conversation
);
create index conversation_clocks_running_idx on portal.conversation_clock (due_on) where met_at is null and breached_at is null;

-- Files of both sides. A file waits for the message that names it; what nobody sent is swept.
create table portal.conversation_file (
  account_number text not null,
  file_id uuid not null references portal.stored_file,
  cabinet_id uuid not null references portal.identity,
  added_by uuid not null references portal.identity,
  conversation_id uuid,
  seq integer,
  -- its place among those of the message
  position integer not null default 0,
  name text not null check (char_length(name) between 1 and 160),
  kind text not null check (kind in ('image', 'document')),
  scan text not null check (scan in ('checking', 'clean', 'infected', 'unavailable')),
  added_at timestamptz not null,
  primary key (account_number, file_id),
  foreign key (account_number, conversation_id, seq) references portal.conversation_message,
  constraint conversation_file_message_check check ((conversation_id is null) = (seq is null))
);
create index conversation_files_file_id_idx on portal.conversation_file (file_id);
create index conversation_files_cabinet_id_idx on portal.conversation_file (cabinet_id);
create index conversation_files_added_by_idx on portal.conversation_file (added_by);
create index conversation_files_message_idx on portal.conversation_file (account_number, conversation_id, seq);
create index conversation_files_waiting_idx on portal.conversation_file (added_at) where conversation_id is null;

-- What an administrator has written and not sent.
create table portal.conversation_draft (
  account_number text not null,
  conversation_id uuid not null,
  administrator_id uuid not null references portal.administrator,
  body text not null check (char_length(body) between 1 and 4000),
  saved_at timestamptz not null,
  primary key (account_number, conversation_id, administrator_id),
  foreign key (account_number, conversation_id) references portal.conversation
);
create index conversation_drafts_administrator_id_idx on portal.conversation_draft (administrator_id);

create function portal.refuse_conversation_change() returns trigger language plpgsql as $$
begin
  raise exception 'messages, notes and events of a conversation are append-only';
end $$;
create trigger conversation_message_append_only before update or delete on portal.conversation_message
  for each row execute function portal.refuse_conversation_change();
create trigger conversation_note_append_only before update or delete on portal.conversation_note
  for each row execute function portal.refuse_conversation_change();
create trigger conversation_event_append_only before update or delete on portal.conversation_event
  for each row execute function portal.refuse_conversation_change();

-- A message has the number that its conversation has just got, the next of the message before.
create function portal.refuse_message_gap() returns trigger language plpgsql as $$
begin
  if not exists (select from portal.conversation c where c.account_number = new.account_number
       and c.conversation_id = new.conversation_id and c.last_seq = new.seq)
     or (new.seq > 1 and not exists (select from portal.conversation_message m where m.account_number = new.account_number
       and m.conversation_id = new.conversation_id and m.seq = new.seq - 1)) then
    raise exception 'message % is not the next of its conversation', new.seq;
  end if;
  return null;
end $$;
create trigger conversation_message_gapless after insert on portal.conversation_message
  for each row execute function portal.refuse_message_gap();

-- Files by what they are for: photos of meters are counted and swept by themselves.
alter table portal.stored_file add column purpose text not null default 'document'
  check (purpose in ('photo', 'document', 'conversation'));
update portal.stored_file set purpose = 'photo' where content_type like 'image/%';
drop index portal.stored_files_account_photos_idx;
drop index portal.stored_files_unattached_photos_idx;
create index stored_files_account_photos_idx on portal.stored_file (account_number, stored_at) where purpose = 'photo';
create index stored_files_unattached_photos_idx on portal.stored_file (stored_at) where purpose = 'photo' and not is_attached;

alter table portal.notification_choice drop constraint notification_choice_kind_check;
alter table portal.notification_choice add constraint notification_choice_kind_check
  check (kind in ('billIssued', 'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted',
    'readingUnderReview', 'accessChanged', 'actToSign', 'limitApproved', 'limitDeclined', 'limitApplied',
    'ticketNews', 'windowOpens', 'windowCloses', 'dueSoon', 'plannedSoon',
    'limitNear'));

alter table portal.outgoing_message drop constraint outgoing_message_kind_check;
alter table portal.outgoing_message add constraint outgoing_message_kind_check
  check (kind in ('code', 'passwordChanged', 'contactChanged', 'test', 'accessAdded', 'billIssued',
    'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged',
    'windowOpens', 'windowCloses', 'dueSoon', 'actToSign', 'plannedSoon', 'limitNear', 'paymentReminder',
    'invitation', 'uniqueCode', 'limitApproved', 'limitDeclined', 'limitApplied', 'ticketNews'));
