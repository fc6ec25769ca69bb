import type { OutputOf } from '#contract/define-call.ts';
import type { getServiceQuality } from '#contract/service-terms.ts';
import { moneyToWire } from '#domain/money.ts';
import { daysOfQualityPeriod, qualityPeriods } from '#domain/service-terms/quality-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { cached } from '#platform/cached.ts';
import { date, nullable, typedSql } from '#platform/database/typed-sql.ts';
import { countQuality } from '#portal/modules/reports/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export type Quality = Omit<OutputOf<typeof getServiceQuality>, 'status'>;

type QualityRow = Awaited<ReturnType<typeof countQuality>>[number];

function toStandard({
  households,
  householdSum,
  small,
  smallSum,
  others,
  otherSum,
  ...figures
}: QualityRow): Quality['standards'][number] {
  const given = [
    { customerClass: 'household', cases: households, sum: moneyToWire(householdSum) },
    { customerClass: 'smallBusiness', cases: small, sum: moneyToWire(smallSum) },
    { customerClass: 'other', cases: others, sum: moneyToWire(otherSum) },
  ] as const;
  return { ...figures, compensations: given.filter(({ cases }) => cases > 0) };
}

async function firstDueDay(db: PortalDatabase): Promise<LocalDate | undefined> {
  const { rows } = await typedSql({ first: nullable(date<LocalDate>()) })`
    select min(due_on) as first from portal.conversation_clock where kind = 'legal'`.execute(db);
  return rows[0]?.first ?? undefined;
}

/** The figures of a period, of this year when none is named; undefined: it can't be asked for. A term that ends today has not ended. */
async function readQuality(
  db: PortalDatabase,
  wanted: string | undefined,
  now: Instant,
): Promise<Quality | undefined> {
  const today = kyivDateOf(now);
  const lastDay = addDays(today, -1);
  const periods = qualityPeriods((await firstDueDay(db)) ?? today, lastDay);
  const period = wanted ?? periods[0];
  if (period === undefined || !periods.includes(period)) return undefined;
  const { from, to } = daysOfQualityPeriod(period, lastDay);
  const until = kyivMidnight(addDays(to, 1));
  const standards = await countQuality(db, {
    from: instantToIso(kyivMidnight(from)),
    until: instantToIso(until),
  });
  return { period, from, to, periods: [...periods], standards: standards.map(toStandard) };
}

const cacheTtlMs = 600_000;

/** The figures as they were at most ten minutes ago, by period. Strangers may ask for any: undefined is not kept and fills no memory. */
export const cachedQuality = (db: PortalDatabase) =>
  cached(cacheTtlMs, (wanted: string | undefined, now: Instant) => readQuality(db, wanted, now));
