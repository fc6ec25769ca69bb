-- The version of the standard that a term was counted by is kept with it: its sums hold for the compensation of a breach.
alter table portal.conversation add column standard_valid_from date;
update portal.conversation c set standard_valid_from = (
  select max(s.valid_from) from portal.service_standard s
  where s.code = c.standard_code and s.valid_from <= (c.opened_at at time zone 'Europe/Kyiv')::date)
where standard_code is not null;
alter table portal.conversation add constraint conversation_standard_check
  check ((standard_code is null) = (standard_valid_from is null));

-- The day on which a breach is looked at for a compensation; null: there is none, or it was looked at.
alter table portal.conversation_clock add column compensation_check_on date
  constraint conversation_clock_compensation_check_on_check check (compensation_check_on is null or kind = 'legal');
update portal.conversation_clock set compensation_check_on = due_on + 1 where kind = 'legal' and breached_at is not null;
create index conversation_clocks_compensation_check_on_idx on portal.conversation_clock (compensation_check_on)
  where compensation_check_on is not null;

-- In how many calendar days after a breach the compensation is to be given. Source: NEURC № 375, 5.1, which says it of operators
-- of networks; the term of a supplier is not confirmed. Another term is another row.
create table portal.compensation_rule (
  valid_from date primary key,
  due_days smallint not null check (due_days between 1 and 366),
  basis text not null
);
insert into portal.compensation_rule values ('2018-10-24', 45, 'NEURC 375, 5.1');

-- What a customer is owed for an answer that did not come in the legal term: proposed by the product, decided by a person, booked
-- by the billing.
create table portal.compensation (
  account_number text not null,
  -- the entry of the ledger has the same id
  compensation_id uuid not null,
  conversation_id uuid not null,
  standard_code text not null,
  standard_valid_from date not null,
  customer_class text not null check (customer_class in ('household', 'smallBusiness', 'other')),
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  -- the day after the last one of the term
  breached_on date not null,
  due_by date not null,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'excluded', 'booked')),
  exclusion text check (exclusion in ('forceMajeure', 'customerFault', 'noAccess', 'noData', 'hostilities')),
  note text not null default '' check (char_length(note) <= 500),
  proposed_at timestamptz not null,
  decided_by uuid references portal.administrator,
  decided_at timestamptz,
  booked_at timestamptz,
  primary key (account_number, compensation_id),
  foreign key (account_number, conversation_id) references portal.conversation,
  constraint compensation_conversation_standard_key unique (account_number, conversation_id, standard_code),
  constraint compensation_due_by_check check (due_by > breached_on),
  constraint compensation_decided_check check (
    (state = 'proposed') = (decided_at is null) and (decided_by is null) = (decided_at is null)),
  constraint compensation_excluded_check check ((state = 'excluded') = (exclusion is not null)),
  constraint compensation_booked_check check ((state = 'booked') = (booked_at is not null))
);
create index compensations_proposed_idx on portal.compensation (due_by, compensation_id) where state = 'proposed';
create index compensations_approved_idx on portal.compensation (decided_at) where state = 'approved';
create index compensations_decided_at_idx on portal.compensation (decided_at desc, compensation_id desc) where state <> 'proposed';
create index compensations_decided_by_idx on portal.compensation (decided_by) where decided_by is not null;

alter table portal.conversation drop constraint conversation_news_check;
alter table portal.conversation add constraint conversation_news_check
  check (news in ('created', 'message', 'waitingCustomer', 'waitingOperator', 'answered', 'closed', 'compensated'));
alter table portal.conversation_event drop constraint conversation_event_kind_check;
alter table portal.conversation_event add constraint conversation_event_kind_check check (kind in ('opened', 'stateChanged',
  'assigned', 'topicChanged', 'merged', 'transferred', 'rated', 'compensation'));
