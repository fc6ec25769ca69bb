-- That a server with NODE_ENV=production was started on this database: commands know it by that, whatever their environment says.
-- At most one row.
create table portal.production_start (
  singleton boolean primary key default true check (singleton),
  started_at timestamptz not null default now()
);
