import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { Instant } from '#domain/time/instant.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import {
  bool,
  date,
  float8,
  int4,
  json,
  nullable,
  ofOuterJoin,
  text,
  textArray,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import { reviewOfSubmission, type StoredReview } from './review/review-store.ts';

/** SQL that adds the readings of a relation, which were accepted elsewhere; those that are there stay. */
export const readingsFrom = insertFrom(
  'billing.reading',
  'account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at, source, status',
  'on conflict do nothing',
);

/** SQL that adds the readings of channels of a relation; those that are there stay. */
export const channelReadingsFrom = insertFrom(
  'billing.channel_reading',
  'account_number, meter_id, channel, period, value, source, submitted_at',
  'on conflict do nothing',
);

/** SQL that adds the energy of hours of a relation, whole kWh or kvarh; days that are there stay. */
export const hourlyValuesFrom = insertFrom(
  'billing.hourly_value',
  'account_number, eic_code, day, channel, hours',
  'on conflict do nothing',
);

/**
 * SQL by which the readings of meters that a relation says were removed (`account_number`, `meter_id`, `effective_on`) count no
 * more when they are for a later day: they were not of this meter, and nobody has to decide about them.
 */
export const supersedeReadingsAfter = (relation: string): string => `
  with gone as (
    select * from ${relation} removed
  ), superseded as (
    update billing.reading r set status = 'superseded'
    from gone where r.account_number = gone.account_number and r.meter_id = gone.meter_id
      and r.effective_date > gone.effective_on and r.status in ('accepted', 'underReview')
    returning r.account_number, r.submission_id, r.effective_date
  )
  update billing.reading_review v set is_open = false, photo_asked_at = null
  from (select distinct account_number, submission_id from superseded) no_more
  where v.account_number = no_more.account_number and v.submission_id = no_more.submission_id and v.is_open`;

export interface ReadingFilter {
  readonly accountNumber: string;
  /** EIC codes of the points that the caller is limited to. */
  readonly points?: readonly string[] | undefined;
  /** Exclusive upper limit of the effective date. */
  readonly before?: string | undefined;
  /** Inclusive effective dates. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly source?: ReadingRow['source'] | undefined;
  readonly state?: ReadingRow['state'] | undefined;
  readonly meterSerial?: string | undefined;
}

/** Cursor of the reading list, shared by the registers of a reading; with microseconds. */
export interface ReadingPlace {
  readonly effectiveDate: string;
  readonly submittedAt: string;
  readonly meterSerial: string;
}

interface ReadingRow {
  readonly meterSerial: string;
  readonly zone: Zone;
  readonly value: number;
  readonly effectiveDate: string;
  readonly period: string;
  readonly submittedAt: Instant;
  readonly source: 'customer' | 'operator' | 'remote' | 'import';
  readonly state: 'accepted' | 'underReview' | 'rejected' | 'superseded';
  readonly receiptNumber: string | null;
  readonly reason: string | null;
  readonly hasPhoto: boolean;
  readonly review: StoredReview | null;
}

/** Facts for counting a register since the previous accepted reading. */
export interface ConsumptionFacts {
  readonly digitCapacity: number;
  readonly coefficient: number;
  /** Of the same register; null: the first reading. */
  readonly previousValue: number | null;
  readonly installedValue: number;
  /** The last value of the replaced register and its value at removal; null: it replaced none. */
  readonly replaced: {
    readonly previousValue: number;
    readonly removedValue: number;
    readonly digitCapacity: number;
    readonly coefficient: number;
  } | null;
}

export interface ListedReading {
  readonly row: ReadingRow;
  readonly consumptionFacts: ConsumptionFacts;
  readonly place: ReadingPlace;
}

function matching({
  accountNumber,
  before = null,
  from = null,
  to = null,
  source = null,
  state = null,
  meterSerial = null,
  points = null,
}: { [Field in keyof ReadingFilter]: ReadingFilter[Field] | null }): RawBuilder<unknown> {
  return sql`r.account_number = ${accountNumber}
    and (${before}::date is null or r.effective_date < ${before}::date)
    and (${from}::date is null or r.effective_date >= ${from}::date)
    and (${to}::date is null or r.effective_date <= ${to}::date)
    and (${source}::text is null or r.source = ${source}::text)
    and (${state}::text is null or r.status = ${state}::text)
    and (${meterSerial}::text is null or m.serial_number = ${meterSerial}::text)
    and (${points}::text[] is null or m.eic_code = any(${points}::text[]))`;
}

type FoundRow = Omit<ReadingRow, 'meterSerial'> &
  ConsumptionFacts & { readonly meterSerial: string | null; readonly exactly: string };

/**
 * Filtered readings after the cursor, newest first: at least the given number of rows if there are, and all registers
 * of the last reading. Undefined: no such account.
 */
export async function listReadings(
  db: BillingDatabase,
  filter: ReadingFilter,
  page: { readonly after: ReadingPlace | undefined; readonly limit: number },
): Promise<readonly ListedReading[] | undefined> {
  const { effectiveDate = null, submittedAt = null, meterSerial = null } = page.after ?? {};
  const { rows } = await typedSql<FoundRow>({
    reason: nullable(text()),
    state: ofOuterJoin(text()),
    period: ofOuterJoin(text()),
    zone: ofOuterJoin(text()),
    value: ofOuterJoin(float8()),
    source: ofOuterJoin(text()),
    effectiveDate: ofOuterJoin(date()),
    submittedAt: ofOuterJoin(timestamptz()),
    receiptNumber: nullable(text()),
    hasPhoto: bool(),
    review: nullable(json<StoredReview>()),
    digitCapacity: ofOuterJoin(int4()),
    coefficient: ofOuterJoin(int4()),
    previousValue: nullable(float8()),
    installedValue: ofOuterJoin(float8()),
    replaced: nullable(json()),
    meterSerial: nullable(text()),
    exactly: ofOuterJoin(text()),
  })`
    with listed as materialized (
      select r.*, m.serial_number, m.eic_code, m.installed_on, m.digit_capacity, m.coefficient
      from billing.reading r
      join billing.meter m on m.account_number = r.account_number and m.meter_id = r.meter_id
      where ${matching(filter)}
        and (${effectiveDate}::date is null
          or (r.effective_date, r.submitted_at) < (${effectiveDate}::date, ${submittedAt}::timestamptz)
          or (r.effective_date, r.submitted_at) = (${effectiveDate}::date, ${submittedAt}::timestamptz)
            and m.serial_number > ${meterSerial}::text)
      order by r.effective_date desc, r.submitted_at desc, m.serial_number
      fetch first (${page.limit}::int) rows with ties
    )
    select r.serial_number as "meterSerial", r.zone, r.value::float8 as value, r.effective_date as "effectiveDate",
      r.period, r.submitted_at as "submittedAt", r.source, r.status as state, s.receipt_number::text as "receiptNumber",
      s.reason, s.photo_id is not null as "hasPhoto", ${reviewOfSubmission} as review, r.digit_capacity as "digitCapacity", r.coefficient,
      to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exactly,
      earlier.value::float8 as "previousValue", g.installed_value::float8 as "installedValue", replaced.facts as replaced
    from billing.account a
    left join listed r on true
    left join billing.register g
      on g.account_number = r.account_number and g.meter_id = r.meter_id and g.zone = r.zone
    left join billing.reading_submission s
      on s.account_number = r.account_number and s.submission_id = r.submission_id
    left join lateral (
      select p.value from billing.reading p
      where p.account_number = r.account_number and p.meter_id = r.meter_id and p.zone = r.zone
        and p.status = 'accepted'
        and (p.effective_date, p.submitted_at, p.reading_id) < (r.effective_date, r.submitted_at, r.reading_id)
      order by p.effective_date desc, p.submitted_at desc, p.reading_id desc limit 1
    ) earlier on r.status = 'accepted'
    left join lateral (
      select json_build_object('previousValue', p.value, 'removedValue', og.removed_value,
        'digitCapacity', o.digit_capacity, 'coefficient', o.coefficient) as facts
      from billing.meter o
      join billing.register og on og.account_number = o.account_number and og.meter_id = o.meter_id and og.zone = r.zone
      join billing.reading p on p.account_number = og.account_number and p.meter_id = og.meter_id
        and p.zone = og.zone and p.status = 'accepted' and p.effective_date <= o.removed_on
      where o.account_number = r.account_number and o.eic_code = r.eic_code and o.meter_id <> r.meter_id
        and o.removed_on <= r.installed_on and og.removed_value is not null
      order by o.removed_on desc, p.effective_date desc, p.submitted_at desc limit 1
    ) replaced on r.status = 'accepted' and earlier.value is null
    where a.account_number = ${filter.accountNumber}
    order by r.effective_date desc, r.submitted_at desc, r.serial_number,
      array_position(array['single', 'peak', 'halfPeak', 'day', 'night'], r.zone), r.reading_id desc`.execute(
    db,
  );
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ meterSerial: serial, ...row }) => (serial === null ? [] : [listed(serial, row)]));
}

function listed(meterSerial: string, found: Omit<FoundRow, 'meterSerial'>): ListedReading {
  const { exactly, digitCapacity, coefficient, previousValue, installedValue, replaced, ...row } = found;
  return {
    row: { meterSerial, ...row },
    consumptionFacts: { digitCapacity, coefficient, previousValue, installedValue, replaced },
    place: { effectiveDate: row.effectiveDate, submittedAt: exactly, meterSerial },
  };
}

/** Number of filtered readings, and the meters of the account, newest first. */
export async function countReadings(
  db: BillingDatabase,
  filter: ReadingFilter,
): Promise<{ readonly count: number; readonly meters: readonly string[] }> {
  const { rows } = await typedSql({ count: int4(), meters: textArray() })`
    select (
      select count(*)::int from (
        select distinct r.effective_date, r.submitted_at, r.meter_id from billing.reading r
        join billing.meter m on m.account_number = r.account_number and m.meter_id = r.meter_id
        where ${matching(filter)}
      ) reading
    ) as count, array(
      select serial_number from billing.meter where account_number = ${filter.accountNumber}
        and (${filter.points ?? null}::text[] is null or eic_code = any(${filter.points ?? null}::text[]))
      order by installed_on desc, serial_number
    ) as meters`.execute(db);
  const [counted] = rows;
  if (counted === undefined) throw new Error('a count without a row');
  return counted;
}
