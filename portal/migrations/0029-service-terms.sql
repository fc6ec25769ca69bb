-- How soon the supplier answers, by the kind of request, with the act and its date. Another term or sum is another row.
-- Source: NEURC № 375 of 12.06.2018, clause 4.3, as amended by № 1550 of 12.08.2020; Law 393/96, article 20; Law 2297-VI.
create table portal.service_standard (
  code text not null check (code ~ '^[A-Z_]{3,30}$'),
  -- for what is received on this day or later
  valid_from date not null,
  term_days smallint not null check (term_days between 1 and 366),
  term_unit text not null check (term_unit in ('working', 'calendar')),
  -- act and clause; 'supplier': a promise of the supplier's own
  basis text not null,
  -- days from receipt, in all, to which the term may be extended with notice; null: it may not
  extension_days smallint check (extension_days > term_days),
  -- of one breach, by class of the customer; null: no compensation
  household_kopiykas bigint check (household_kopiykas > 0),
  small_business_kopiykas bigint check (small_business_kopiykas > 0),
  other_kopiykas bigint check (other_kopiykas > 0),
  -- calendar days after which compensation is due, when that is later than the term; null: after the term
  compensation_days smallint check (compensation_days > term_days),
  primary key (code, valid_from),
  constraint service_standard_compensation_check
    check (num_nonnulls(household_kopiykas, small_business_kopiykas, other_kopiykas) in (0, 3)),
  constraint service_standard_compensation_days_check
    check (compensation_days is null or household_kopiykas is not null)
);

insert into portal.service_standard (code, valid_from, term_days, term_unit, basis, extension_days,
  household_kopiykas, small_business_kopiykas, other_kopiykas, compensation_days) values
  ('BILL_CHECK', '2018-10-24', 5, 'working', 'NEURC 375, 3.3', null, 10000, 20000, 40000, null),
  ('BILL_CHECK', '2020-08-12', 5, 'working', 'NEURC 375, 4.3 (3)', null, 20000, 40000, 60000, null),
  ('DATA', '2018-10-24', 5, 'working', 'NEURC 375, 3.3', null, 10000, 20000, 40000, null),
  ('DATA', '2020-08-12', 5, 'working', 'NEURC 375, 4.3 (1)', null, 20000, 40000, 60000, null),
  ('APPEAL', '2018-10-24', 30, 'calendar', 'NEURC 375, 4.3 (2)', 45, 20000, 40000, 60000, null),
  ('APPEAL_SIMPLE', '2018-10-24', 15, 'calendar', 'Law 393/96, 20', 45, 20000, 40000, 60000, 30),
  ('APPEAL_TECH', '2018-10-24', 45, 'calendar', 'NEURC 375, 4.3 (2)', null, 20000, 40000, 60000, null),
  ('PUBLIC_INFO', '2018-10-24', 5, 'working', 'supplier', null, null, null, null, null),
  ('READING', '2018-10-24', 1, 'working', 'supplier', null, null, null, null, null),
  ('READING_RESULT', '2018-10-24', 5, 'working', 'supplier', null, null, null, null, null),
  ('RECONNECT', '2018-10-24', 1, 'working', 'supplier', null, null, null, null, null),
  ('QUALITY', '2018-10-24', 1, 'working', 'supplier', null, null, null, null, null),
  ('PERSONAL', '2018-10-24', 30, 'calendar', 'Law 2297-VI', null, null, null, null, null);

-- When the supplier works. A version by which a term was counted never changes: another rule is another version.
create table portal.work_calendar (
  version integer primary key check (version > 0),
  -- for what is received on this day or later
  valid_from date not null,
  -- 1 (Monday) to 7 (Sunday)
  weekly_days_off integer[] not null,
  -- under martial law holidays are ordinary working days and are not moved: Law 2136-IX, article 6
  holidays_are_workdays boolean not null,
  opens_at time not null,
  closes_at time not null,
  -- what comes after the end of work or on a day off counts as received on the next working day
  after_hours_is_next_day boolean not null,
  constraint work_calendar_hours_check check (opens_at < closes_at),
  constraint work_calendar_days_check
    check (weekly_days_off <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality(weekly_days_off) < 7)
);

-- Days that are not as the week says: a public holiday, a day off, a day that is worked.
create table portal.work_calendar_day (
  version integer not null references portal.work_calendar,
  day date not null,
  kind text not null check (kind in ('holiday', 'dayOff', 'workday')),
  primary key (version, day)
);

insert into portal.work_calendar values (1, '2018-10-24', '{6,7}', true, '09:00', '18:00', true);
-- Labour Code, article 73.
insert into portal.work_calendar_day (version, day, kind)
select 1, make_date(years.year, days.month, days.day), 'holiday'
from generate_series(2026, 2028) as years (year),
  (values (1, 1), (3, 8), (5, 1), (5, 8), (6, 28), (7, 15), (8, 24), (10, 1), (12, 25)) as days (month, day);
-- Easter and Trinity.
insert into portal.work_calendar_day (version, day, kind) values
  (1, '2026-04-12', 'holiday'), (1, '2026-05-31', 'holiday'),
  (1, '2027-05-02', 'holiday'), (1, '2027-06-20', 'holiday'),
  (1, '2028-04-16', 'holiday'), (1, '2028-06-04', 'holiday');
