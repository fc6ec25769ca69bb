-- Terms that ended in a period, for the public figures of the quality of service.
create index conversation_clocks_legal_due_on_idx on portal.conversation_clock (due_on) include (rule, met_at)
  where kind = 'legal';

-- The last day of the term before it was extended; null: it was not.
alter table portal.conversation add column extended_from date;
alter table portal.conversation add constraint conversation_extended_check check (extended_from < due_on);
alter table portal.conversation_event drop constraint conversation_event_kind_check;
alter table portal.conversation_event add constraint conversation_event_kind_check
  check (kind in ('opened', 'stateChanged', 'assigned', 'topicChanged', 'merged', 'transferred', 'rated', 'compensation',
    'extended'));

-- Templates of answers that the staff writes: switched off ones are kept.
alter table portal.answer_template add column is_active boolean not null default true;
alter table portal.answer_template add column revision integer not null default 1;

-- What the staff did with a template. Rows are only added.
create table portal.answer_template_event (
  template_id text not null references portal.answer_template,
  revision integer not null,
  kind text not null check (kind in ('created', 'changed', 'switchedOff', 'switchedOn')),
  actor_id uuid not null references portal.administrator,
  happened_at timestamptz not null,
  -- the row after it
  state jsonb not null,
  primary key (template_id, revision)
);
create index answer_template_events_actor_id_idx on portal.answer_template_event (actor_id);

create function portal.refuse_answer_template_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was done with a template stays recorded';
end $$;
create trigger answer_template_event_append_only before update or delete on portal.answer_template_event
  for each statement execute function portal.refuse_answer_template_event_change();
