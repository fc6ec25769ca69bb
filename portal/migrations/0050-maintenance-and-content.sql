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
