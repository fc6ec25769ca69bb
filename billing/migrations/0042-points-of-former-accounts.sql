-- A metering point is of one account at a time. After a change of holder it stays at the former account with its history and is in
-- force at the account of the new holder (decision 0155).
alter table billing.metering_point
  -- the last day at this account; null: it is in force here
  add column ended_on date;
drop index billing.metering_point_eic_code_key;
create unique index metering_point_eic_code_key on billing.metering_point (eic_code) where ended_on is null;
create index metering_points_eic_code_idx on billing.metering_point (eic_code) where ended_on is not null;
