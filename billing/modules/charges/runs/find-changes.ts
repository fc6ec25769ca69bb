import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { maxCountedChanges, type StaleCause, staleCauses } from '#domain/charges/closing-exceptions.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { int4, int8, text, typedSql } from '#platform/database/typed-sql.ts';
import type { ClosingRun } from './run-store.ts';

/** Number of the last audit entry; what is audited later has a higher one. */
export async function readAuditMark(db: BillingDatabase): Promise<bigint> {
  const { rows } = await typedSql({ mark: int8() })`
    select coalesce(pg_sequence_last_value('billing.audit_entry_entry_number_seq'), 0)::bigint as mark`.execute(
    db,
  );
  return rows[0]?.mark ?? 0n;
}

/** Master data that no charge stands on. */
const irrelevant = ['masterData.contact', 'masterData.responsible'];

const causeOfEntry = (period: BillingPeriod) => sql`case
  when e.action in ('reading.submit', 'reading.correct', 'reading.accepted', 'reading.acceptedAnother', 'reading.rejected')
    then case when coalesce(e.after ->> 'period', ${period}) = ${period} then 'readings' end
  when e.action in ('rules.planned', 'rules.undone') then 'rules'
  when e.action = 'tariff.activated' then 'prices'
  when e.action = 'import.loaded' then 'import'
  when e.action like 'masterData.%' and e.action <> all(${irrelevant}::text[]) then 'masterData'
  end`;

export interface StaleReason {
  readonly cause: StaleCause;
  /** Changes, at most `maxCountedChanges` of all causes together; 0: it is not counted. */
  readonly count: number;
}

/**
 * Why a dry run is no longer good, by the audit since it was asked for: numbers of entries grow with time, so the index of their
 * ranges finds the few pages that are newer. Counting ends at `maxCountedChanges`.
 */
export async function findStaleReasons(
  db: BillingDatabase,
  { period, askedAt, auditMark }: ClosingRun,
): Promise<readonly StaleReason[]> {
  const { rows } = await typedSql({ cause: text<StaleCause>(), count: int4() })`
    select cause, count(*)::integer as count
    from (
      select cause from billing.audit_entry e cross join lateral (select ${causeOfEntry(period)} as cause) found
      where e.entry_number > ${auditMark} and cause is not null limit ${maxCountedChanges}) changes
    group by cause`.execute(db);
  const early: readonly StaleReason[] =
    kyivDateOf(askedAt) < firstDayAfter(period) ? [{ cause: 'monthNotOver', count: 0 }] : [];
  return [...early, ...rows].toSorted(
    (one, other) => staleCauses.indexOf(one.cause) - staleCauses.indexOf(other.cause),
  );
}
