import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { typedSql, uuid } from '#platform/database/typed-sql.ts';
import { factsWithoutSecrets, withoutSecrets } from '#platform/without-secrets.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface BrowserReport {
  readonly happenedAt: Instant;
  readonly reference: string;
  /** The failed call that the browser reports. */
  readonly callReference: string | undefined;
  readonly title: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly accountNumber: string | undefined;
}

const hourMs = 3_600_000;
/** What goes into the fingerprint of a stack: its deepest frames differ by browser and by how the page was reached. */
const framesCompared = 5;

const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** The same for reports of one error: what is said and where, without references and numbers, which differ by customer and by build. */
function fingerprintOf(title: string, { error = '', stack = '' }: Readonly<Record<string, unknown>>): Buffer {
  const frames = String(stack).split('\n').slice(0, framesCompared).join('\n');
  const parts = [title, String(error), frames].map((text) => text.replace(id, '0').replace(/[0-9]+/g, '0'));
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

const maxText = 2000;
const maxStack = 8000;

/** Cut after secrets are removed: half a token would not be found. */
function cutTexts(detail: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const cut = ([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [name, value];
    return [name, value.slice(0, name === 'stack' ? maxStack : maxText).toWellFormed()];
  };
  return Object.fromEntries(Object.entries(detail).map(cut));
}

/**
 * Keeps a report of a browser, without secrets: the first of its kind of a day (UTC) as it is, the others are counted with it. Answers the
 * reference under which it is found; undefined: so many were written in this hour by all servers together that it is not kept.
 */
export async function keepReport(
  db: PortalDatabase,
  { happenedAt, reference, callReference, accountNumber, ...report }: BrowserReport,
  maxPerHour: number,
): Promise<string | undefined> {
  const title = withoutSecrets(report.title).slice(0, 500).toWellFormed();
  const detail = cutTexts(factsWithoutSecrets(report.detail));
  const at = instantToIso(happenedAt);
  const hour = instantToIso((Math.floor(happenedAt / hourMs) * hourMs) as Instant);
  const { rows } = await typedSql({ reference: uuid() })`
    with counted as (
      insert into portal.browser_report_hour as h (hour, report_count)
      select ${hour}::timestamptz, 1 where ${maxPerHour} > 0
      on conflict (hour) do update set report_count = h.report_count + 1 where h.report_count < ${maxPerHour}
      returning hour
    ), kept as (
      insert into portal.browser_report as r (day, fingerprint, reference, first_at, last_at, title, detail, account_number)
      select ${at.slice(0, 10)}::date, ${fingerprintOf(title, detail)}, ${reference}::uuid, ${at}::timestamptz, ${at}::timestamptz,
             ${title}, ${JSON.stringify(detail)}::jsonb, ${accountNumber ?? null}
        from counted
      on conflict (day, fingerprint) do update set report_count = r.report_count + 1, last_at = excluded.last_at
      returning day, fingerprint, reference
    ), linked as (
      insert into portal.browser_report_call (call_reference, day, fingerprint)
      select ${callReference ?? null}::uuid, day, fingerprint from kept where ${callReference ?? null}::uuid is not null
      on conflict do nothing
    )
    select reference from kept`.execute(db);
  return rows[0]?.reference;
}

/** Deletes reports of days (UTC) before that of a moment, with the calls that they name. */
export async function deleteOldReports(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const firstKept = instantToIso(before).slice(0, 10);
  const reports = await sql`
    delete from portal.browser_report where (day, fingerprint) in (
      select day, fingerprint from portal.browser_report where day < ${firstKept}::date limit ${limit}::integer)`.execute(
    db,
  );
  const calls = await sql`
    delete from portal.browser_report_call where call_reference in (
      select call_reference from portal.browser_report_call where day < ${firstKept}::date limit ${limit}::integer)`.execute(
    db,
  );
  return Math.max(Number(reports.numAffectedRows ?? 0n), Number(calls.numAffectedRows ?? 0n));
}

/** Deletes the counts of hours before a moment, by which reports are limited; few. */
export async function deleteOldReportHours(db: PortalDatabase, before: Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.browser_report_hour where hour < ${instantToIso(before)}::timestamptz`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
