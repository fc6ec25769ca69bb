-- The chat of a customer in an account: the conversation that its window shows, also after it has become a ticket.
alter table portal.conversation add column is_chat_open boolean not null default false;
-- When the question came that a chat became a ticket with; null: when the conversation was opened.
alter table portal.conversation add column received_at timestamptz;
-- Up to which message it has stood in the queue of somebody of the staff.
alter table portal.conversation add column staff_delivered_seq integer not null default 0;
update portal.conversation set staff_delivered_seq = staff_read_seq where staff_read_seq > 0;
alter table portal.conversation drop constraint conversation_read_check;
alter table portal.conversation add constraint conversation_read_check check (customer_read_seq between 0 and last_seq
  and customer_delivered_seq between customer_read_seq and last_seq and staff_read_seq between 0 and last_seq
  and staff_delivered_seq between staff_read_seq and last_seq);
alter table portal.conversation add constraint conversation_chat_open_check check (not is_chat_open or state <> 'closed');
-- One of a cabinet in an account.
create unique index conversation_open_chat_key on portal.conversation (account_number, cabinet_id) where is_chat_open;
-- Chats that may have to become tickets, or to end.
create index conversations_chats_idx on portal.conversation (waiting_since) where kind = 'chat' and state <> 'closed';

-- When chats are answered, on the working days of the calendar (portal.work_calendar), and how soon. Another rule is another row.
create table portal.chat_rule (
  -- for this day and later ones
  valid_from date primary key,
  opens_at time not null,
  closes_at time not null,
  -- the first answer, and each further one, is to come within
  answer_minutes integer not null check (answer_minutes between 1 and 1440),
  -- the customer has waited so long: the chat becomes a ticket
  ticket_after_minutes integer not null check (ticket_after_minutes between 1 and 1440),
  -- nobody has written for so long after an answer: the chat is over
  ends_after_minutes integer not null check (ends_after_minutes between 1 and 43200),
  constraint chat_rule_hours_check check (opens_at < closes_at)
);
insert into portal.chat_rule values ('2018-10-24', '09:00', '18:00', 5, 30, 1440);

-- Who types: of no worth after 5 s. Nothing of it survives a crash.
create unlogged table portal.chat_typing (
  account_number text not null,
  conversation_id uuid not null,
  side text not null check (side in ('customer', 'staff')),
  typed_at timestamptz not null,
  primary key (account_number, conversation_id, side)
);
create index chat_typing_typed_at_idx on portal.chat_typing (typed_at);
