-- What the public page of the service shows of the last 90 days: one row for each interruption, none for a look that found all well.
create table portal.service_incident (
  incident_id uuid primary key,
  -- cabinet: everything
  part text not null check (part in ('cabinet', 'signIn', 'readings', 'payments', 'messages')),
  state text not null check (state in ('limited', 'down', 'maintenance')),
  begun_at timestamptz not null,
  -- null: it lasts
  ended_at timestamptz,
  constraint service_incident_span_check check (ended_at >= begun_at)
);
create unique index service_incident_open_key on portal.service_incident (part) where ended_at is null;
create index service_incidents_begun_at_idx on portal.service_incident (begun_at desc);

-- One row: the node that records interruptions, and when it looked last. A gap of looks is an interruption of everything.
create table portal.service_watch (
  only_row boolean primary key default true check (only_row),
  node text not null default '',
  looked_at timestamptz
);
insert into portal.service_watch default values;
