-- Cabinets of customers as the staff saw them: read-only, each with its reason. Rows stay; only their end is added.
create table portal.viewing (
  viewing_id uuid primary key,
  viewer_id uuid not null references portal.administrator,
  -- the session that it was started from, with which it ends
  viewer_session_id uuid not null references portal.session,
  viewed_id uuid not null references portal.identity,
  -- whose accounts are shown: of a person of a company the company's identity
  cabinet_id uuid not null references portal.identity,
  reason text not null,
  address text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  -- by who viewed; null: it ended by its time or with the session
  ended_at timestamptz
);
create index viewings_viewed_id_idx on portal.viewing (viewed_id, started_at desc);
create index viewings_cabinet_id_idx on portal.viewing (cabinet_id, started_at desc);

create function portal.refuse_viewing_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.ended_at is null and new.ended_at is not null
       and to_jsonb(old) - 'ended_at' = to_jsonb(new) - 'ended_at' then
      return new;
    end if;
  end if;
  raise exception 'viewings are append-only';
end $$;
create trigger viewing_append_only before update or delete on portal.viewing
  for each row execute function portal.refuse_viewing_change();
