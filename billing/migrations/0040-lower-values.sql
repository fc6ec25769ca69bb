-- A value that went back and no roll-over explains is listed before a closing (0154), after what stops one.
alter table billing.closing_exception
  -- of 'lowerValue': serial number, zone, and both values with their days, as JSON
  add column steps jsonb not null default '[]';
update billing.closing_exception set kind_order = kind_order + 1 where kind_order > 2;
