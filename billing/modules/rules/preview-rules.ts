import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { RULE_PREVIEW } from '#billing/api/rules.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import type { RuleEffect } from '#contract/values/rule.ts';
import type { PaymentLimits } from '#domain/payments/payment-orders.ts';
import type { CustomerType, DeviationRules } from '#domain/readings/reading-rules.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { isSameRuleValue, ruleKeys } from '#domain/rules/rule-definitions.ts';
import { versionAt } from '#domain/rules/rule-timeline.ts';
import { type SupplierRules, supplierRules } from '#domain/rules/supplier-rules.ts';
import { addMonths, type BillingPeriod, firstDay, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { float8, int4, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { readRuleValues } from './rule-modules.ts';
import { findStart, listChanges, momentOf, timelineOf } from './rule-store.ts';

/** How far back what has happened is looked at. */
const monthsBack = 3;
/** Of larger tables so many rows are looked at, spread over them, and what is found is scaled. */
const maxSampled = 20_000;

interface Compared {
  readonly db: BillingDatabase;
  readonly before: SupplierRules;
  readonly after: SupplierRules;
  readonly now: Instant;
  /** Where the months that are looked at begin. */
  readonly since: BillingPeriod;
}

/** RULE_PREVIEW: whom a change concerns, and what of the last months it would have decided differently; stores nothing. */
export const handleRulePreview = handleModule(RULE_PREVIEW, ({ db, clock }) => async (asked) => {
  const read = readRuleValues(asked);
  if (!read.ok) return read;
  const [start, changes] = await Promise.all([findStart(db, 'read'), listChanges(db)]);
  if (start === undefined) return refuse('common.notFound');
  const now = clock.now();
  const { values } = versionAt(timelineOf(start.own, changes), momentOf(localDate(asked.validFrom), now));
  const changed = ruleKeys.filter((rule) => {
    const value = read.data[rule];
    return value !== undefined && !isSameRuleValue(value, values[rule]);
  });
  const compared: Compared = {
    db,
    before: supplierRules(values),
    after: supplierRules({ ...values, ...read.data }),
    now,
    since: addMonths(periodOf(kyivDateOf(now)), -monthsBack),
  };
  const effects = await Promise.all(
    previews.flatMap(({ begins, count }) =>
      changed.some((rule) => begins.some((start) => rule.startsWith(start))) ? [count(compared)] : [],
    ),
  );
  return answer({ effects: effects.flat() });
});

/** What is counted when a rule that begins so is changed. */
const previews: readonly {
  readonly begins: readonly string[];
  readonly count: (compared: Compared) => Promise<readonly RuleEffect[]>;
}[] = [
  {
    begins: [
      'readings.window.person.',
      'readings.deviation.',
      'readings.verification',
      'readings.rollOver',
      'readings.norm',
      'readings.holidays',
      'bills.',
      'payments.least',
      'payments.most',
      'payments.underWay',
      'payments.perDay',
      'access.',
    ],
    count: (compared) => countAccounts(compared, 'person'),
  },
  {
    begins: [
      'readings.window.entity.',
      'readings.entityDeviation.',
      'readings.verification',
      'readings.rollOver',
      'readings.norm',
      'readings.holidays',
      'readings.commercial',
      'payments.entity.',
      'payments.underWay',
      'payments.perDay',
      'reactive.',
    ],
    count: (compared) => countAccounts(compared, 'entity'),
  },
  { begins: ['readings.window.person.'], count: (compared) => countWindow(compared, 'person') },
  { begins: ['readings.window.entity.'], count: (compared) => countWindow(compared, 'entity') },
  { begins: ['readings.deviation.'], count: (compared) => countDeviations(compared, 'person') },
  { begins: ['readings.entityDeviation.'], count: (compared) => countDeviations(compared, 'entity') },
  { begins: ['payments.least', 'payments.most'], count: (compared) => countPayments(compared, 'person') },
  { begins: ['payments.entity.'], count: (compared) => countPayments(compared, 'entity') },
  { begins: ['access.codeMonths'], count: countOldCodes },
];

/** Accounts with a contract, from the counts of openings and ends. */
async function countAccounts({ db, now }: Compared, type: CustomerType): Promise<readonly RuleEffect[]> {
  const { rows } = await typedSql({ count: int4() })`
    select coalesce(sum(opened - ended), 0)::int as count from billing.account_count
    where customer_type = ${type} and day <= ${kyivDateOf(now)}::date`.execute(db);
  return [{ kind: `${type}Accounts`, before: null, after: null, of: rows[0]?.count ?? 0, isEstimate: false }];
}

/** Readings that customers gave in the last months: in the window, and refused, by both rules. By the hour, as they are counted. */
async function countWindow(compared: Compared, type: CustomerType): Promise<readonly RuleEffect[]> {
  const { db, since } = compared;
  const { rows } = await typedSql({ hour: timestamptz<Instant>(), readings: int4() })`
    select hour, sum(readings)::int as readings from billing.reading_count
    where hour >= ${instantToIso(kyivMidnight(firstDay(since)))}::timestamptz and customer_type = ${type}
      and source = 'customer'
    group by hour`.execute(db);
  const of = rows.reduce((sum, { readings }) => sum + readings, 0);
  const countBy = (rules: SupplierRules, isCounted: (placed: ReturnType<typeof placeReading>) => boolean) =>
    rows
      .filter(({ hour }) => isCounted(placeReading(hour, () => 'open', rules.readings.window[type])))
      .reduce((sum, { readings }) => sum + readings, 0);
  const effect = (
    kind: RuleEffect['kind'],
    isCounted: (placed: ReturnType<typeof placeReading>) => boolean,
  ) => ({
    kind,
    before: countBy(compared.before, isCounted),
    after: countBy(compared.after, isCounted),
    of,
    isEstimate: false,
  });
  const refused = effect(`${type}Refused`, ({ taken }) => !taken);
  return [
    effect(`${type}InWindow`, ({ inWindow }) => inWindow),
    ...(refused.before === 0 && refused.after === 0 ? [] : [refused]),
  ];
}

/** Which part of a table is looked at, in percent. */
async function sampledPart(
  db: BillingDatabase,
  table: 'billing.account' | 'billing.payment',
): Promise<number> {
  const { rows } = await typedSql({ rows: float8() })`
    select reltuples::float8 as rows from pg_class where oid = ${table}::regclass`.execute(db);
  return Math.min(100, (100 * maxSampled) / Math.max(rows[0]?.rows ?? 0, 1));
}

/**
 * Months of meters with a reading, compared with the same month of the year before: asked for a confirmation, and given to
 * an operator, by both rules. The comparison of `deviationFromLastYear`, over what was charged.
 */
async function countDeviations(
  { db, before, after, since }: Compared,
  type: CustomerType,
): Promise<readonly RuleEffect[]> {
  const percent = await sampledPart(db, 'billing.account');
  const isBeyond = ({ percent, floorKwh, floorHours }: DeviationRules['first']) =>
    sql`(difference * 100 > ${percent}::bigint * expected
      and difference > (${floorKwh}::bigint * 1000 + ${floorHours}::bigint * watts) * days_before)`;
  const isFirst = ({ first }: DeviationRules) => isBeyond(first);
  const isSecond = ({ second }: DeviationRules) =>
    sql`(${isBeyond(second)} or coalesce(difference > ${second.kwh}::bigint * 1000 * days_before, false))`;
  const asked = (rules: DeviationRules) =>
    sql`count(*) filter (where ${isFirst(rules)} and not ${isSecond(rules)})::int`;
  const reviewed = (rules: DeviationRules) => sql`count(*) filter (where ${isSecond(rules)})::int`;
  // Months of the two years that have one name are compared: fewer than twelve are looked at.
  const isNow = sql`c.period >= ${since}`;
  const [of, then] = [before.readings.deviation[type], after.readings.deviation[type]];
  const { rows } = await typedSql({
    askedBefore: int4(),
    askedAfter: int4(),
    reviewedBefore: int4(),
    reviewedAfter: int4(),
    of: int4(),
  })`
    with compared as (
      select abs(energy * days_before - energy_before * days) as difference, energy_before * days as expected, days_before, watts
      from (
        select sum(c.energy_wh) filter (where ${isNow})::bigint as energy,
          sum(c.energy_wh) filter (where not ${isNow})::bigint as energy_before,
          max(c.to_date - c.from_date) filter (where ${isNow})::bigint as days,
          max(c.to_date - c.from_date) filter (where not ${isNow})::bigint as days_before,
          bool_and(c.basis <> 'estimated') filter (where ${isNow}) as is_read,
          max(p.contracted_power_watts)::bigint as watts
        from billing.account a tablesample system (${percent}) repeatable (1)
        join billing.customer holder using (customer_id)
        join billing.consumption c using (account_number)
        join billing.meter m using (account_number, meter_id)
        join billing.metering_point p using (account_number, eic_code)
        where holder.customer_type = ${type} and c.period = any(${[...monthsFrom(since), ...monthsFrom(addMonths(since, -12))]}::text[])
        group by c.account_number, c.meter_id, right(c.period, 2)
      ) month
      where is_read and days > 0 and days_before > 0
    )
    select ${asked(of)} as "askedBefore", ${asked(then)} as "askedAfter", ${reviewed(of)} as "reviewedBefore",
      ${reviewed(then)} as "reviewedAfter", count(*)::int as of
    from compared`.execute(db);
  const [found = { askedBefore: 0, askedAfter: 0, reviewedBefore: 0, reviewedAfter: 0, of: 0 }] = rows;
  const scaled = scaledBy(percent);
  const shared = { of: scaled(found.of), isEstimate: percent < 100 };
  return [
    { kind: `${type}Asked`, before: scaled(found.askedBefore), after: scaled(found.askedAfter), ...shared },
    {
      kind: `${type}Reviewed`,
      before: scaled(found.reviewedBefore),
      after: scaled(found.reviewedAfter),
      ...shared,
    },
  ];
}

const scaledBy = (percent: number) => (count: number) => Math.round((count * 100) / percent);

const monthsFrom = (since: BillingPeriod) =>
  Array.from({ length: monthsBack + 1 }, (_, index) => addMonths(since, index));

/** Orders that were started in the last months and are outside the limits. */
async function countPayments(
  { db, before, after, since }: Compared,
  type: CustomerType,
): Promise<readonly RuleEffect[]> {
  const percent = await sampledPart(db, 'billing.payment');
  const outside = ({ least, most }: PaymentLimits) =>
    sql`count(*) filter (where sum not between ${least}::bigint and ${most}::bigint)::int`;
  const { rows } = await typedSql({ before: int4(), after: int4(), of: int4() })`
    select ${outside(before.payments[type])} as before, ${outside(after.payments[type])} as after, count(*)::int as of
    from (
      select coalesce(p.order_kopiykas, p.amount_kopiykas) as sum
      from billing.payment p tablesample system (${percent}) repeatable (1)
      join billing.account a using (account_number)
      join billing.customer c using (customer_id)
      where p.part_number = 1 and p.started_at >= ${instantToIso(kyivMidnight(firstDay(since)))}::timestamptz
        and c.customer_type = ${type}
    ) started`.execute(db);
  const [found = { before: 0, after: 0, of: 0 }] = rows;
  const scaled = scaledBy(percent);
  return [
    {
      kind: `${type}Payments`,
      before: scaled(found.before),
      after: scaled(found.after),
      of: scaled(found.of),
      isEstimate: percent < 100,
    },
  ];
}

/** Codes of persons that are older than they may be: a job replaces them. */
async function countOldCodes({ db, before, after, now }: Compared): Promise<readonly RuleEffect[]> {
  // 0: however old, none is too old.
  const older = ({ access: { codeMonths } }: SupplierRules) =>
    sql`count(*) filter (where ${codeMonths}::int > 0 and coalesce(a.object_code_changed_at, a.object_code_set_at)
      < ${instantToIso(now)}::timestamptz - make_interval(months => ${codeMonths}::int))::int`;
  const { rows } = await typedSql({ before: int4(), after: int4() })`
    select ${older(before)} as before, ${older(after)} as after
    from billing.account a join billing.customer c using (customer_id)
    where c.customer_type = 'person' and (a.contract_ended_on is null or a.contract_ended_on >= ${kyivDateOf(now)}::date)`.execute(
    db,
  );
  const [found = { before: 0, after: 0 }] = rows;
  return [{ kind: 'oldCodes', ...found, of: 0, isEstimate: false }];
}
