-- Texts of a conversation end with their term, or are made anonymous for a person who asks for it: a transaction that does so says it by
-- this setting, and may change nothing else.
create or replace function portal.refuse_conversation_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('portal.erasing', true) = 'on'
     and to_jsonb(old) - array['body', 'words', 'reason'] = to_jsonb(new) - array['body', 'words', 'reason'] then
    return new;
  end if;
  raise exception 'messages, notes and events of a conversation are append-only';
end $$;
