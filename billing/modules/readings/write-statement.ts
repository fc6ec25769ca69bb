import { auditFrom, outboxFrom } from '#billing/modules/events/public.ts';

/**
 * Writes many submissions in one statement, so in one transaction with one commit: submissions, readings, audit entries,
 * events; replaced readings are superseded first. All or nothing: the periods must still be open (share-locked until the
 * commit, so that a starting closing waits), and the unique keys reject a second reading of a register and a second
 * answer to a request.
 *
 * Parameters are columns: arrays with one element per row, parsed only once.
 * 1 submitted at (epoch ms), 2 the periods; submissions: 3 account, 4 id, 5 request, 6 meter, 7 period, 8 receipt number,
 * 9 reason, 10 photo, 11 taken at (epoch ms), 12 large deviations in a row, 13 actor, 14 audit entry, 15 event,
 * 16 outcome, 17–19 answers, states before and events as JSON arrays; readings: 20 index of their submission, 21 zone,
 * 22 id, 23 value, 24 effective date; of the submissions again: 25 reference; superseded readings: 26 account, 27 meter,
 * 28 zone, 29 id; or channels: 26 index of their submission, 27 channel, 28 value. With reviews, after the others: a JSON array of what is under review, with the index of its submission.
 */
type Kind = 'plain' | 'corrections' | 'channels';

const parameterCount: Readonly<Record<Kind, number>> = { plain: 25, corrections: 29, channels: 28 };

const statement = (kind: Kind, withReviews: boolean) => `
with open_period as materialized (
  select period from billing.period where period = any($2::char(7)[]) and state = 'open' for share
), allowed as materialized (
  select from open_period having count(*) = cardinality($2::char(7)[])
), item as materialized (
  select i.*, to_timestamp(i.submitted_at / 1000) as now from allowed, rows from (
    unnest($1::float8[]), unnest($3::text[]), unnest($4::uuid[]), unnest($5::uuid[]), unnest($6::uuid[]), unnest($7::char(7)[]),
    unnest($8::bigint[]), unnest($9::text[]), unnest($10::uuid[]), unnest($11::float8[]), unnest($12::smallint[]),
    unnest($13::text[]), unnest($14::uuid[]), unnest($15::uuid[]), unnest($16::text[]),
    jsonb_array_elements($17::jsonb), jsonb_array_elements($18::jsonb), jsonb_array_elements($19::jsonb), unnest($25::text[])
  ) with ordinality as i (submitted_at, account_number, submission_id, request_id, meter_id, period, receipt_number, reason, photo_id,
    taken_at, large_deviations, actor, audit_id, event_id, outcome, answer, before, after,
    reference, position)
), ${
  kind === 'corrections'
    ? `superseded as (
  update billing.reading r set status = 'superseded'
  from allowed, unnest($26::text[], $27::uuid[], $28::text[], $29::uuid[]) as s (account_number, meter_id, zone, reading_id)
  where r.account_number = s.account_number and r.meter_id = s.meter_id and r.zone = s.zone
    and r.reading_id = s.reading_id and r.status in ('accepted', 'underReview')
  returning r.reading_id, r.account_number, r.submission_id
), replaced_review as (
  update billing.reading_review v set is_open = false, photo_asked_at = null
  from (select distinct account_number, submission_id from superseded) gone
  where v.account_number = gone.account_number and v.submission_id = gone.submission_id and v.is_open and not exists (
    select from billing.reading r where r.account_number = v.account_number and r.submission_id = v.submission_id
      and r.status = 'underReview' and r.reading_id not in (select reading_id from superseded))
), `
    : ''
}submission as (
  insert into billing.reading_submission (account_number, submission_id, request_id, meter_id, period, receipt_number,
    outcome, reason, photo_id, taken_at, submitted_at, large_deviations_in_a_row)
  select account_number, submission_id, request_id, meter_id, period, receipt_number, answer, reason, photo_id,
    to_timestamp(taken_at / 1000), now, large_deviations from item
), reading as (
  insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at,
    source, status, submission_id)
  select i.account_number, i.meter_id, v.zone, v.reading_id, i.period, v.value, v.effective_date, i.now,
    case when i.actor like 'admin:%' then 'operator' else 'customer' end, i.outcome, i.submission_id
  from unnest($20::int[], $21::text[], $22::uuid[], $23::bigint[], $24::date[])
    as v (position, zone, reading_id, value, effective_date)
  join item i on i.position = v.position
  ${kind === 'corrections' ? 'where (select count(*) from superseded) >= 0' : ''}
), ${
  kind === 'channels'
    ? `channel as (
  insert into billing.channel_reading (account_number, meter_id, channel, period, value, source, submitted_at)
  select i.account_number, i.meter_id, v.channel, i.period, v.value,
    case when i.actor like 'admin:%' then 'operator' else 'customer' end, i.now
  from unnest($26::int[], $27::text[], $28::bigint[]) as v (position, channel, value)
  join item i on i.position = v.position
  on conflict (account_number, meter_id, channel, period) do update
    set value = excluded.value, source = excluded.source, submitted_at = excluded.submitted_at
    where channel_reading.source = 'customer'
), `
    : ''
}${
  withReviews
    ? `review as (
  insert into billing.reading_review (account_number, submission_id, meter_id, code, causes, opened_at, working_days,
    holidays_are_working_days, due_on)
  select i.account_number, i.submission_id, i.meter_id, v.code, v.causes, i.now, v."workingDays",
    v."holidaysAreWorkingDays", v."dueOn"
  from jsonb_to_recordset($${parameterCount[kind] + 1}::jsonb) as v (position int, code text, causes jsonb,
    "workingDays" smallint, "holidaysAreWorkingDays" boolean, "dueOn" date)
  join item i on i.position = v.position
), `
    : ''
}audit as (
  ${auditFrom(`(
    select account_number, audit_id, now as happened_at, actor, reference,
      case when reason is null then 'reading.submit' else 'reading.correct' end as action,
      nullif(before, 'null') as before,
      -- The submission has the rest; what staff did is shown from the audit alone (decision 0189).
      case when actor like 'admin:%' then after
        else jsonb_build_object('period', period, 'receiptNumber', receipt_number::text) end as after
    from item) audited`)}
), event as (
  ${outboxFrom(`(
    select event_id, account_number, 'reading.' || outcome as kind, after as payload, now as created_at from item) event`)}
)
select count(*)::int as "allowedCount" from allowed`;

const statements = (withReviews: boolean): Readonly<Record<Kind, string>> => ({
  plain: statement('plain', withReviews),
  corrections: statement('corrections', withReviews),
  channels: statement('channels', withReviews),
});

/** 'plain' is the usual batch; the others have parameters of their own after those of all. */
export const writeStatements = statements(false);

/** The same with one more parameter at the end: the reviews to open. */
export const writeStatementsWithReviews = statements(true);
