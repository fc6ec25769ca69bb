-- What a violation act says besides its sum: what was broken, when it was handed over and heard, for which days energy is
-- charged. Null or empty: not known to the supplier.
alter table billing.violation_act
  add column clause text not null default '',
  add column served_on date,
  -- the day the commission sits
  add column hearing_on date,
  add column protocol_on date,
  -- the unmetered days, both included
  add column period_from date,
  add column period_to date,
  add column days integer check (days > 0),
  -- inside the amount; 0: not told
  add column vat_kopiykas bigint not null default 0,
  -- the day it was paid in full, where the supplier says so
  add column paid_on date,
  add constraint the_days_of_an_act_follow_each_other check (period_to >= period_from),
  add constraint the_vat_of_an_act_is_part_of_it check (vat_kopiykas between 0 and amount_kopiykas);
