-- Filled and emptied again to see whether the disk of the database takes a write; always empty. Never compressed nor moved
-- out of line, so that its rows need the pages that they say.
create table portal.write_probe (
  filler text not null
);
alter table portal.write_probe alter column filler set storage plain;

-- That the sample was begun to be loaded into this database by a start, and when it was there whole. At most one row.
create table portal.sample_load (
  only_one boolean primary key default true check (only_one),
  begun_at timestamptz not null default now(),
  finished_at timestamptz
);
