-- A reading of a later day is a new reading (decision 0070): the one as of the latest day counts for its period, those before it
-- are known values. A day may stand in two periods: what comes after a month was closed counts as of the same 1st in the next one.
create unique index one_standing_reading_per_register_and_day
  on billing.reading (account_number, meter_id, zone, period, effective_date) where status in ('accepted', 'underReview');
drop index billing.one_accepted_reading_per_register_and_period;
