-- Maintenance: while it runs, calls of customers are refused, of staff answered. One row: what is planned or runs now; its history is
-- in portal.staff_change. Both moments null: nothing is planned. A window whose end has passed is over by itself.
create table portal.maintenance (
  only_row boolean primary key default true check (only_row),
  starts_at timestamptz,
  ends_at timestamptz,
  -- for the staff; customers do not see it
  reason text not null default '',
  set_by uuid references portal.administrator,
  -- grows with each change: who changes it names the one that was seen
  revision integer not null default 0,
  constraint maintenance_window_check check ((starts_at is null) = (ends_at is null) and ends_at > starts_at)
);
insert into portal.maintenance default values;

-- Texts for customers: each version of each. What is published is never changed; who has none here stands as it comes with the product.
create table portal.content_version (
  kind text not null check (kind in ('article', 'law', 'landing')),
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  version integer not null check (version > 0),
  -- of contract/content.ts contentField
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- dropped: a draft that was given up
  state text not null check (state in ('draft', 'published', 'dropped')),
  author_id uuid not null references portal.administrator,
  changed_at timestamptz not null,
  -- of the text, grows with each change
  revision integer not null,
  primary key (kind, key, version)
);
create unique index content_version_draft_key on portal.content_version (kind, key) where state = 'draft';

create function portal.refuse_content_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published text is not changed';
end $$;
create trigger content_version_published_stays before update or delete on portal.content_version
  for each row when (old.state <> 'draft') execute function portal.refuse_content_change();

drop table portal.guide_article;
drop table portal.law;
