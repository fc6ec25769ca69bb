-- Service messages that staff manage: several pages, an audience, an order, and who did what.
alter table portal.service_notice add column pages text[];
update portal.service_notice set pages = array[page];
alter table portal.service_notice alter column pages set not null;
alter table portal.service_notice add constraint service_notice_pages_check check (cardinality(pages) > 0);
drop index portal.service_notices_page_idx;
alter table portal.service_notice drop column page;
alter table portal.service_notice add column audience text not null default 'everybody'
  check (audience in ('everybody', 'person', 'entity'));
-- of several on one page the smaller number comes first
alter table portal.service_notice add column position smallint not null default 50 check (position between 1 and 99);
alter table portal.service_notice add column revision integer not null default 1;
alter table portal.service_notice add constraint service_notice_period_check check (shown_until >= shown_from);
create index service_notices_pages_idx on portal.service_notice using gin (pages);
create index service_notices_shown_until_idx on portal.service_notice (shown_until);

-- What staff did with a message. Rows are only added.
create table portal.service_notice_event (
  notice_id uuid not null references portal.service_notice,
  revision integer not null,
  kind text not null check (kind in ('created', 'changed', 'ended')),
  -- the administrator; null: the operator of the server
  actor_id uuid references portal.administrator,
  happened_at timestamptz not null,
  -- the row after it
  state jsonb not null,
  primary key (notice_id, revision)
);
create index service_notice_events_actor_id_idx on portal.service_notice_event (actor_id);

create function portal.refuse_service_notice_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was done with a service message stays recorded';
end $$;
create trigger service_notice_event_append_only before update or delete on portal.service_notice_event
  for each statement execute function portal.refuse_service_notice_event_change();
