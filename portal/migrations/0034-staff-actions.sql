-- What administrators changed or tried to: a row before a changing call begins, its outcome once after it. Nothing of the
-- payload but account numbers and ids, so no text of anybody. Rows are only added.
create table portal.staff_action (
  action_id uuid primary key,
  actor_id uuid not null references portal.administrator,
  call text not null,
  -- accounts that the call names
  accounts text[] not null,
  -- ids that it names or has made: conversations, messages, readings
  subjects text[] not null,
  happened_at timestamptz not null,
  address text not null,
  reference text not null,
  -- 'success' or the code of a failure; null: it is under way, or the server was stopped meanwhile
  outcome text
);
create index staff_actions_happened_at_idx on portal.staff_action (happened_at desc, action_id desc);
create index staff_actions_actor_id_idx on portal.staff_action (actor_id, happened_at desc, action_id desc);
create index staff_actions_accounts_idx on portal.staff_action using gin (accounts);

create function portal.refuse_staff_action_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.outcome is null and new.outcome is not null
       and to_jsonb(old) - array['outcome', 'subjects'] = to_jsonb(new) - array['outcome', 'subjects'] then
      return new;
    end if;
  end if;
  raise exception 'the list of actions of the staff is append-only';
end $$;
create trigger staff_action_append_only before update or delete on portal.staff_action
  for each row execute function portal.refuse_staff_action_change();

-- Files that wait with a draft; there may be files before there is a text.
alter table portal.conversation_draft add column file_ids uuid[] not null default '{}';
alter table portal.conversation_draft drop constraint conversation_draft_body_check;
alter table portal.conversation_draft add constraint conversation_draft_body_check
  check (char_length(body) <= 4000 and (body <> '' or cardinality(file_ids) > 0));
