-- Texts of the directory: shipped with the product, edited by staff from then on.
create table portal.guide_article (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  audience text not null check (audience in ('person', 'entity', 'everybody')),
  position integer not null,
  title text not null check (title <> ''),
  lead text not null check (lead <> ''),
  -- a list of contract/directory.ts guideBlockSchema
  blocks jsonb not null
    check (jsonb_typeof(blocks) = 'array' and jsonb_array_length(blocks) > 0),
  updated_at timestamptz not null,
  -- taken away is hidden: a row that is gone would come back with the next start
  hidden boolean not null default false
);

create table portal.law (
  law_id text primary key check (law_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null,
  title text not null check (title <> ''),
  -- as it is cited, without the sign for a number
  number text not null check (number <> ''),
  adopted_on date,
  url text check (url ~ '^https://'),
  about text not null,
  hidden boolean not null default false
);

create table portal.service_notice (
  notice_id uuid primary key,
  -- path of the page, '*' for every page
  page text not null,
  text text not null,
  shown_from timestamptz not null,
  shown_until timestamptz
);
create index service_notices_page_idx on portal.service_notice (page, shown_from);
