-- Events of live topics: each is the whole state of its topic, so that the newest alone is enough for who comes new.
create table portal.live_event (
  event_id bigint generated always as identity primary key,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index live_event_topic_idx on portal.live_event (topic, event_id);

-- When some node last read the state of a topic: one node at a time does.
create table portal.live_topic (
  topic text primary key,
  refreshed_at timestamptz not null
);
