/**
 * Writes many submissions in one statement, and so in one transaction with one commit: submissions, readings, audit
 * entries, events; what a correction replaces is superseded first. All or nothing: the periods must still be open (held in
 * share until the commit, so that a closing that begins waits), and the unique keys refuse a second reading of a register
 * and a second answer to a request.
 * Parameters: submissions, readings and superseded readings as JSON arrays; now in epoch milliseconds; the periods.
 */
export const writeStatement = `
with open_period as materialized (
  select period from billing.period where period = any($5::char(7)[]) and state = 'open' for share
), allowed as materialized (
  select from open_period having count(*) = cardinality($5::char(7)[])
), item as materialized (
  select i.* from allowed, json_to_recordset($1::json) as i(
    "accountNumber" text, "submissionId" uuid, "requestId" uuid, "meterId" uuid, period text, "receiptNumber" bigint,
    answer jsonb, reason text, "photoId" uuid, "takenAt" float8, "largeDeviationsInARow" smallint, actor text,
    action text, "auditId" uuid, "eventId" uuid, kind text, before jsonb, after jsonb)
), superseded as (
  update billing.reading r set status = 'superseded'
  from allowed, json_to_recordset($3::json) as s("accountNumber" text, "meterId" uuid, zone text, "readingId" uuid)
  where r.account_number = s."accountNumber" and r.meter_id = s."meterId" and r.zone = s.zone
    and r.reading_id = s."readingId" and r.status in ('accepted', 'underReview')
  returning r.reading_id
), submission as (
  insert into billing.reading_submission (account_number, submission_id, request_id, meter_id, period, receipt_number,
    outcome, reason, photo_id, taken_at, submitted_at, large_deviations_in_a_row)
  select "accountNumber", "submissionId", "requestId", "meterId", period, "receiptNumber", answer, reason, "photoId",
    to_timestamp("takenAt" / 1000), to_timestamp($4::float8 / 1000), "largeDeviationsInARow" from item
), reading as (
  insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at,
    source, status, submission_id)
  select v."accountNumber", v."meterId", v.zone, v."readingId", v.period, v.value, v."effectiveDate",
    to_timestamp($4::float8 / 1000), v.source, v.status, v."submissionId"
  from allowed, json_to_recordset($2::json) as v("accountNumber" text, "meterId" uuid, zone text, "readingId" uuid,
    period text, value bigint, "effectiveDate" date, source text, status text, "submissionId" uuid)
  where (select count(*) from superseded) >= 0
), audit as (
  insert into billing.audit_entry (account_number, audit_id, happened_at, actor, action, before, after)
  select "accountNumber", "auditId", to_timestamp($4::float8 / 1000), actor, action, before, after from item
), event as (
  insert into billing.outbox_event (event_id, account_number, kind, payload, created_at)
  select "eventId", "accountNumber", kind, after, to_timestamp($4::float8 / 1000) from item
)
select count(*)::int as "allowedCount" from allowed`;
