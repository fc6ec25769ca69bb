import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addressText, customerNameText } from '#billing/modules/accounts/public.ts';
import { consumptionInForceSql } from '#billing/modules/charges/public.ts';
import type { LatestReview, ReadingReview, ReviewDecision } from '#contract/values/reading-review.ts';
import type { QueuedReview, ReviewDetails } from '#contract/values/review-details.ts';
import type { ReviewCode } from '#domain/readings/reading-review.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  bool,
  date,
  float8,
  int4,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
  uuidArray,
} from '#platform/database/typed-sql.ts';
import type { ZoneValues } from '../submission.ts';

/** SQL of the values of the submission `v`, as they were given. */
const givenValues = sql`(select coalesce(jsonb_object_agg(g ->> 'zone', (g ->> 'value')::bigint), '{}')
  from jsonb_array_elements(s.outcome -> 'outcome' -> 'registers') g where g ->> 'value' is not null)`;

const queueColumns = {
  reviewId: uuid(),
  account: text(),
  customerName: text(),
  customerType: text<QueuedReview['customerType']>(),
  meterSerial: text(),
  code: text<ReviewCode>(),
  causes: json<QueuedReview['causes']>(),
  openedAt: timestamptz<Instant>(),
  dueOn: date(),
  values: json<ZoneValues>(),
  hasPhoto: bool(),
  isPhotoAsked: bool(),
};

const queueFields = sql`v.submission_id as "reviewId", v.account_number as account, ${customerNameText} as "customerName",
  c.customer_type as "customerType", m.serial_number as "meterSerial", v.code, v.causes, v.opened_at as "openedAt",
  v.due_on as "dueOn", ${givenValues} as values, (s.photo_id is not null or v.photo_ids <> '{}') as "hasPhoto",
  v.photo_asked_at is not null as "isPhotoAsked"`;

const queueTables = sql`billing.reading_review v
  join billing.reading_submission s on s.account_number = v.account_number and s.submission_id = v.submission_id
  join billing.meter m on m.account_number = v.account_number and m.meter_id = v.meter_id
  join billing.account a on a.account_number = v.account_number
  join billing.customer c on c.customer_id = a.customer_id`;

interface QueuePlace {
  readonly dueOn: string;
  readonly account: string;
  readonly reviewId: string;
}

/** Open reviews after a place, what is due first, in the order of account and submission within a day. */
export async function listReviews(
  db: BillingDatabase,
  { isPhotoAsked, after, limit }: { isPhotoAsked: boolean; after: QueuePlace | null; limit: number },
): Promise<readonly RowOf<typeof queueColumns>[]> {
  const { rows } = await typedSql(queueColumns)`
    select ${queueFields} from ${queueTables}
    where v.is_open and (v.photo_asked_at is not null) = ${isPhotoAsked}
      and (${after?.dueOn ?? null}::date is null or (v.due_on, v.account_number, v.submission_id)
        > (${after?.dueOn ?? null}::date, ${after?.account ?? null}::text, ${after?.reviewId ?? null}::uuid))
    order by v.due_on, v.account_number, v.submission_id limit ${limit}`.execute(db);
  return rows;
}

/** Numbers of the queue on a day of Kyiv, and the submission that came last. */
export async function countReviews(db: BillingDatabase, today: LocalDate) {
  const { rows } = await typedSql({
    waiting: int4(),
    photoAsked: int4(),
    overdue: int4(),
    newest: nullable(uuid()),
  })`
    select count(*) filter (where photo_asked_at is null)::int as waiting,
      count(*) filter (where photo_asked_at is not null)::int as "photoAsked",
      count(*) filter (where photo_asked_at is null and due_on < ${today}::date)::int as overdue,
      (array_agg(submission_id order by opened_at desc))[1] as newest
    from billing.reading_review where is_open`.execute(db);
  const [counted] = rows;
  if (counted === undefined) throw new Error('a count without a row');
  return counted;
}

/** The accepted value of a register on either side of the reading, with its day; `r` is its register, `own.day` the day. */
const neighbour = (side: 'before' | 'after') => sql`(
  select jsonb_build_object('value', x.value, 'date', x.effective_date) from billing.reading x
  where x.account_number = r.account_number and x.meter_id = r.meter_id and x.zone = r.zone and x.status = 'accepted'
    and x.effective_date ${sql.raw(side === 'before' ? '<' : '>')} own.day
  order by x.effective_date ${sql.raw(side === 'before' ? 'desc' : 'asc')}, x.period desc, x.submitted_at desc limit 1)`;

const installation = sql`jsonb_build_object('value', g.installed_value, 'date', m.installed_on)`;
const removal = sql`case when m.removed_on is not null and g.removed_value is not null and m.removed_on > own.day
  then jsonb_build_object('value', g.removed_value, 'date', m.removed_on) end`;

/** A register of a review: its reading as it is now, and what counts on both sides of it. */
interface ReviewedRegister {
  readonly zone: Zone;
  readonly readingId: string;
  readonly value: number;
  readonly status: 'accepted' | 'underReview' | 'rejected' | 'superseded';
  readonly previous: { readonly value: number; readonly date: LocalDate };
  readonly next: { readonly value: number; readonly date: LocalDate } | null;
  /** As the customer was told. */
  readonly kwh: number | null;
}

const detailColumns = {
  ...queueColumns,
  isOpen: bool(),
  phone: text(),
  address: text(),
  eic: text(),
  meterType: text(),
  digitCapacity: int4(),
  coefficient: int4(),
  contractedPowerWatts: int4(),
  receiptNumber: text(),
  period: text<BillingPeriod>(),
  effectiveDate: date<LocalDate>(),
  isPeriodOpen: bool(),
  totalKwh: nullable(float8()),
  sum: nullable(text()),
  correctionReason: nullable(text()),
  photoIds: uuidArray<readonly string[]>(),
  photoAskedAt: nullable(timestamptz<Instant>()),
  decision: nullable(json<{ decision: ReviewDecision; reason: string; by: string; at: number }>()),
  registers: json<readonly ReviewedRegister[]>(),
  largeDeviations: int4(),
};
export type ReviewRow = RowOf<typeof detailColumns>;

/** A review with its facts of now; undefined: the account has none of this id. */
export async function findReview(
  db: BillingDatabase,
  { accountNumber, reviewId }: { readonly accountNumber: string; readonly reviewId: string },
): Promise<ReviewRow | undefined> {
  const { rows } = await typedSql(detailColumns)`
    select ${queueFields}, v.is_open as "isOpen", coalesce(c.phone, '') as phone, coalesce(place.address, ${addressText}, '') as address,
      m.eic_code as eic, m.meter_type as "meterType", m.digit_capacity as "digitCapacity", m.coefficient,
      point.contracted_power_watts as "contractedPowerWatts", s.receipt_number::text as "receiptNumber",
      s.period::text as period, own.day as "effectiveDate",
      coalesce((select state from billing.period t where t.period = s.period), 'open') = 'open' as "isPeriodOpen",
      (s.outcome -> 'outcome' ->> 'totalKwh')::float8 as "totalKwh", billing.reading_answer(s) -> 'receipt' ->> 'sum' as sum,
      s.reason as "correctionReason", array_remove(s.photo_id || v.photo_ids, null) as "photoIds",
      v.photo_asked_at as "photoAskedAt", (
        select jsonb_build_object('decision', d.decision, 'reason', d.reason, 'by', d.decided_by_name,
          'at', round(extract(epoch from d.decided_at) * 1000))
        from billing.reading_decision d
        where d.account_number = v.account_number and d.submission_id = v.submission_id) as decision,
      coalesce((
        select jsonb_agg(jsonb_build_object('zone', r.zone, 'readingId', r.reading_id, 'value', r.value, 'status', r.status,
          'previous', coalesce(${neighbour('before')}, ${installation}), 'next', coalesce(${neighbour('after')}, ${removal}),
          'kwh', (select (o ->> 'kwh')::numeric from jsonb_array_elements(s.outcome -> 'outcome' -> 'registers') o
            where o ->> 'zone' = r.zone limit 1))
          order by array_position(array['single', 'peak', 'halfPeak', 'day', 'night'], r.zone))
        from billing.reading r
        join billing.register g on g.account_number = r.account_number and g.meter_id = r.meter_id and g.zone = r.zone
        where r.account_number = v.account_number and r.meter_id = v.meter_id and r.submission_id = v.submission_id
          and r.submitted_at = s.submitted_at), '[]') as registers,
      s.large_deviations_in_a_row as "largeDeviations"
    from ${queueTables}
    join billing.metering_point point on point.account_number = m.account_number and point.eic_code = m.eic_code
    left join billing.premises p on p.account_number = a.account_number
    left join lateral (select nullif(concat_ws(', ', nullif(k.object_name, ''), nullif(k.address, '')), '') as address
      from billing.contract_point k where k.account_number = m.account_number and k.eic_code = m.eic_code
      order by k.valid_from desc limit 1) place on true
    cross join lateral (select (s.outcome -> 'outcome' ->> 'effectiveDate')::date as day) own
    where v.account_number = ${accountNumber} and v.submission_id = ${reviewId}::uuid`.execute(db);
  return rows[0];
}

/** Months that are shown before the one of the reading. */
const historyMonths = 24;

/** What the metering point of a review used by month, and the readings of its meter in those months. */
export async function findReviewHistory(
  db: BillingDatabase,
  { account, eic, period }: Pick<ReviewRow, 'account' | 'eic' | 'period'>,
): Promise<Pick<ReviewDetails, 'months' | 'readings' | 'lastYear'>> {
  const from = addMonths(period, -historyMonths);
  const { rows } = await typedSql({
    months: json<readonly (ReviewDetails['months'][number] & { readonly days: number })[]>(),
    readings: json<ReviewDetails['readings']>(),
  })`
    select coalesce((
        select jsonb_agg(jsonb_build_object('period', month.period, 'kwh', month.kwh, 'isEstimated', month.is_estimated,
          'days', month.days) order by month.period)
        from (
          select x.period, (sum(x.energy_wh) / 1000)::float8 as kwh, bool_or(x.basis = 'estimated') as is_estimated,
            max(x.to_date) - min(x.from_date) as days
          from (${sql.raw(consumptionInForceSql('c.account_number = asked.account and c.period >= asked.from_period'))}) x
          join billing.meter o on o.account_number = x.account_number and o.meter_id = x.meter_id
          where o.eic_code = asked.eic group by x.period) month), '[]') as months,
      coalesce((
        select jsonb_agg(jsonb_build_object('date', one.day, 'values', one.values, 'source', one.source, 'state', one.status)
          order by one.day desc, one.submitted_at desc)
        from (
          select r.effective_date as day, r.submitted_at, r.source, r.status, jsonb_object_agg(r.zone, r.value) as values
          from billing.reading r join billing.meter o on o.account_number = r.account_number and o.meter_id = r.meter_id
          where r.account_number = asked.account and o.eic_code = asked.eic and r.status in ('accepted', 'rejected')
            and r.effective_date >= asked.from_day
          group by r.effective_date, r.submitted_at, r.source, r.status
          order by r.effective_date desc, r.submitted_at desc limit 60) one), '[]') as readings
    from (select ${account}::text as account, ${eic}::text as eic, ${from}::char(7) as from_period,
      ${firstDay(from)}::date as from_day) asked`.execute(db);
  const { months = [], readings = [] } = rows[0] ?? {};
  const lastYear = months.find((month) => month.period === addMonths(period, -12));
  return {
    months: months.map(({ days: _, ...month }) => month),
    readings,
    lastYear: lastYear ? { period: lastYear.period, kwh: lastYear.kwh, days: lastYear.days } : null,
  };
}

/** SQL of a review as its customer sees it, of the submission `s`; null: it was never under review. */
export const reviewOfSubmission = sql`(
  select jsonb_build_object('isOpen', v.is_open, 'isPhotoAsked', v.photo_asked_at is not null, 'dueOn', v.due_on,
    'decision', d.decision, 'reason', coalesce(d.reason, ''), 'acceptedValues', d.accepted_values,
    'decidedAt', round(extract(epoch from d.decided_at) * 1000))
  from billing.reading_review v
  left join billing.reading_decision d on d.account_number = v.account_number and d.submission_id = v.submission_id
  where v.account_number = s.account_number and v.submission_id = s.submission_id and (v.is_open or d.decision is not null))`;

/** JSON form of a review that is open or decided. */
export interface StoredReview {
  readonly isOpen: boolean;
  readonly isPhotoAsked: boolean;
  readonly dueOn: string;
  readonly decision: ReviewDecision | null;
  readonly reason: string;
  readonly acceptedValues: ReadingReview['acceptedValues'];
  /** Epoch milliseconds. */
  readonly decidedAt: number | null;
}

/** A stored review in the form of function modules. */
export function reviewData(stored: StoredReview | null): ReadingReview | null {
  if (stored === null) return null;
  const { isPhotoAsked, dueOn, decision, reason, acceptedValues, decidedAt } = stored;
  return {
    state: decision ?? (isPhotoAsked ? 'photoAsked' : 'waiting'),
    dueOn,
    reason,
    decidedAt: decidedAt === null ? null : instantToIso(decidedAt as Instant),
    acceptedValues: decision === 'acceptedAnother' ? acceptedValues : null,
  };
}

const latestReviewColumns = {
  meterId: uuid(),
  meterSerial: text(),
  receiptNumber: text(),
  effectiveDate: date(),
  values: json<ZoneValues>(),
  review: nullable(json<StoredReview>()),
};

/** So long a customer is told on the first pages what was decided. */
const shownDays = 45;

/** Reviews of what was submitted last of each meter of an account, when that was lately. */
export async function listLatestReviews(
  db: BillingDatabase,
  accountNumber: string,
  now: Instant,
): Promise<readonly (LatestReview & { readonly meterId: string })[]> {
  const since = instantToIso((now - shownDays * 86_400_000) as Instant);
  const { rows } = await typedSql(latestReviewColumns)`
    select s.meter_id as "meterId", m.serial_number as "meterSerial", s.receipt_number::text as "receiptNumber",
      (s.outcome -> 'outcome' ->> 'effectiveDate')::date as "effectiveDate", ${givenValues} as values,
      ${reviewOfSubmission} as review
    from billing.reading_review opened
    join billing.reading_submission s
      on s.account_number = opened.account_number and s.submission_id = opened.submission_id
    join billing.meter m on m.account_number = s.account_number and m.meter_id = s.meter_id
    where opened.account_number = ${accountNumber} and opened.opened_at > ${since}::timestamptz and not exists (
      select from billing.reading_submission later
      where later.account_number = s.account_number and later.meter_id = s.meter_id
        and later.submission_id > s.submission_id)
    order by m.serial_number`.execute(db);
  return rows.flatMap(({ review, ...row }) => {
    const data = reviewData(review);
    return data === null ? [] : [{ ...row, ...data }];
  });
}
