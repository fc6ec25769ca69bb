-- Events of accounts end by age (EVENT_DAYS): a month goes as a whole, and its room with it. The month of an event is in its id
-- (UUIDv7), which is part of the key. What there is becomes the partition of all months up to the next one (decision 0202).
create function portal.first_id_of(moment timestamptz) returns uuid language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Ids of another billing that tell no moment.
create table portal.account_event_default (
  account_number text not null,
  event_id uuid not null,
  kind text not null,
  payload jsonb not null,
  happened_at timestamptz not null,
  primary key (account_number, event_id)
);

-- safe: adds a check that is not valid yet, with the bound of this day
do $$
begin
  execute pg_catalog.format('alter table portal.account_event add constraint account_event_months check (event_id < %L) not valid',
    portal.first_id_of(pg_catalog.date_trunc('month', pg_catalog.now(), 'UTC') + interval '2 months'));
end $$;
