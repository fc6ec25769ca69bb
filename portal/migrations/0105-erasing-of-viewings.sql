-- The reason of a viewing may name the person who was viewed: it is made anonymous with everything else of them (migration 0101).
create or replace function portal.refuse_viewing_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.ended_at is null and new.ended_at is not null
       and to_jsonb(old) - 'ended_at' = to_jsonb(new) - 'ended_at' then
      return new;
    end if;
    if current_setting('portal.erasing', true) = 'on' and to_jsonb(old) - 'reason' = to_jsonb(new) - 'reason' then
      return new;
    end if;
  end if;
  raise exception 'viewings are append-only';
end $$;
