-- Readings under review: what stopped a submission, until when an operator decides, what was decided.
create table billing.reading_review (
  account_number text not null,
  submission_id uuid not null,
  meter_id uuid not null,
  code text not null check (code in ('readings.operatorCheck', 'readings.additionalVerification')),
  -- the rules with their numbers, as domain/readings/reading-outcome.ts writes them
  causes jsonb not null default '[]',
  opened_at timestamptz not null,
  -- the promise, kept as it was given: its rule, the calendar, its last day
  working_days smallint not null check (working_days > 0),
  holidays_are_working_days boolean not null,
  due_on date not null,
  -- false: decided, or another value stands in its place
  is_open boolean not null default true,
  -- set while a photo is waited for
  photo_asked_at timestamptz,
  -- photos that were given after the submission
  photo_ids uuid[] not null default '{}',
  primary key (account_number, submission_id),
  foreign key (account_number, submission_id) references billing.reading_submission
);
create index reading_reviews_open_due_on_idx
  on billing.reading_review (due_on, account_number, submission_id) where is_open;
create index reading_reviews_photo_ids_idx on billing.reading_review using gin (photo_ids) where photo_ids <> '{}';

-- One decision for a review, and never another: its key refuses a second one.
create table billing.reading_decision (
  account_number text not null,
  submission_id uuid not null,
  decision text not null check (decision in ('accepted', 'acceptedAnother', 'rejected')),
  -- accepted values by zone; null: none
  accepted_values jsonb check ((accepted_values is null) = (decision = 'rejected')),
  reason text not null default '' check (decision <> 'rejected' or length(btrim(reason)) >= 3),
  decided_at timestamptz not null,
  -- the session, and the administrator
  decided_by text not null,
  decided_by_name text not null,
  primary key (account_number, submission_id),
  foreign key (account_number, submission_id) references billing.reading_review
);

create function billing.refuse_reading_decision_change() returns trigger language plpgsql as $$
begin
  raise exception 'a decision about a reading is final';
end $$;
create trigger reading_decision_append_only before update or delete on billing.reading_decision
  for each statement execute function billing.refuse_reading_decision_change();

-- Of the readings of a submission; those under review are few.
create index readings_under_review_idx on billing.reading (account_number, submission_id) where status = 'underReview';

-- What is under review already: by its code, from the day in Kyiv on which it came.
insert into billing.reading_review (account_number, submission_id, meter_id, code, opened_at, working_days,
  holidays_are_working_days, due_on)
select s.account_number, s.submission_id, s.meter_id, kind.code, s.submitted_at, kind.working_days, true, (
    select day::date from generate_series(given.day + 1, given.day + 14, interval '1 day') day
    where extract(isodow from day) < 6 order by day offset kind.working_days - 1 limit 1)
from billing.reading_submission s
cross join lateral (select case s.outcome -> 'outcome' ->> 'code' when 'readings.additionalVerification'
  then 'readings.additionalVerification' else 'readings.operatorCheck' end as code) coded
cross join lateral (select coded.code, case coded.code when 'readings.operatorCheck' then 1 else 5 end as working_days) kind
cross join lateral (select (s.submitted_at at time zone 'Europe/Kyiv')::date as day) given
where exists (select from billing.reading r where r.account_number = s.account_number
  and r.submission_id = s.submission_id and r.status = 'underReview');
