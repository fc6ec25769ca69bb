import { sql } from 'kysely';
import { USAGE_INTERVALS } from '#billing/api/data-export.ts';
import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { apportion } from '#domain/apportion.ts';
import type { ChargeBasis } from '#domain/charges/basis-words.template.ts';
import { kopiykas, moneyToWire } from '#domain/money.ts';
import { type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { json, type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';

interface IntervalRow {
  readonly period: string;
  readonly meterSerial: string;
  readonly meterType: string;
  readonly zoneScheme: 'single' | 'two' | 'three';
  readonly zone: 'single' | 'day' | 'night' | 'peak' | 'halfPeak';
  readonly from: string;
  readonly to: string;
  readonly openingValue: number;
  readonly closingValue: number;
  readonly energyWh: number;
  readonly basis: ChargeBasis['basis'];
  readonly ground: ChargeBasis['ground'];
  readonly isReviewPending: boolean;
  /** Charge of the zone for all its registers in the month, kopiykas. */
  readonly zoneCost: number;
}

interface UsageBillRow {
  readonly period: string;
  readonly number: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly energyWh: number;
  readonly isEstimated: boolean;
  /** Kopiykas. */
  readonly opening: number;
  readonly charged: number;
  readonly recalculated: number;
  readonly paid: number;
  readonly closing: number;
}

const usageColumns = {
  tariffTitle: text(),
  intervals: json<readonly IntervalRow[]>(),
  bills: json<readonly UsageBillRow[]>(),
};
type UsageRow = RowOf<typeof usageColumns>;

/** Consumption and bills of an account between two months (inclusive), in one statement; undefined: no such account. */
async function findUsage(
  db: BillingDatabase,
  accountNumber: string,
  first: BillingPeriod | null,
  last: BillingPeriod | null,
): Promise<UsageRow | undefined> {
  const inside = (period: string) => sql`(${first}::text is null or ${sql.raw(period)} >= ${first}::text)
    and (${last}::text is null or ${sql.raw(period)} <= ${last}::text)`;
  const { rows } = await typedSql(usageColumns)`
    with cost as (
      select period, zone, sum(amount_kopiykas) as kopiykas from billing.charge_line
      where account_number = ${accountNumber} and kind = 'energy' group by period, zone
    )
    select coalesce(t.title, a.tariff_code) as "tariffTitle",
      coalesce((select jsonb_agg(jsonb_build_object('period', c.period, 'meterSerial', m.serial_number,
          'meterType', m.meter_type, 'zoneScheme', m.zone_scheme, 'zone', c.zone, 'from', c.from_date, 'to', c.to_date,
          'openingValue', c.opening_value, 'closingValue', c.closing_value, 'energyWh', c.energy_wh, 'basis', c.basis,
          'ground', c.average_ground, 'isReviewPending', c.is_review_pending, 'zoneCost', coalesce(cost.kopiykas, 0))
          order by c.period, c.from_date, m.serial_number,
            array_position(array['single', 'day', 'peak', 'halfPeak', 'night'], c.zone))
        from billing.consumption c join billing.meter m using (account_number, meter_id)
        left join cost on cost.period = c.period and cost.zone = c.zone
        where c.account_number = a.account_number and ${inside('c.period')}), '[]') as intervals,
      coalesce((select jsonb_agg(jsonb_build_object('period', b.period, 'number', b.bill_number,
          'issuedOn', b.issued_on, 'dueOn', b.due_on, 'energyWh', b.energy_wh, 'isEstimated', b.is_estimated,
          'opening', b.opening_kopiykas, 'charged', b.charged_kopiykas, 'recalculated', b.recalculated_kopiykas,
          'paid', b.paid_kopiykas, 'closing', b.closing_kopiykas) order by b.period)
        from billing.bill b where b.account_number = a.account_number and ${inside('b.period')}), '[]') as bills
    from billing.account a left join billing.tariff t using (tariff_code)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

type Usage = ModuleOutput<typeof USAGE_INTERVALS>;

/** USAGE_INTERVALS: export of the customer's consumption and bills. */
export const handleUsageIntervals = handleModule(
  USAGE_INTERVALS,
  ({ db }) =>
    async ({ accountNumber, from, to }) => {
      const monthOf = (day: string | undefined) => (day === undefined ? null : periodOf(localDate(day)));
      const usage = await findUsage(db, accountNumber, monthOf(from), monthOf(to));
      if (usage === undefined) return refuse('common.notFound');
      return answer({
        tariffTitle: usage.tariffTitle,
        intervals: withCosts(usage.intervals),
        bills: usage.bills.map(billData),
      });
    },
);

/** Bills charge a zone, not a register: after a replacement in the month, its registers share the sum by energy. */
function withCosts(rows: readonly IntervalRow[]): Usage['intervals'] {
  const keyOf = ({ period, zone }: IntervalRow) => `${period} ${zone}`;
  const shares = new Map(
    [...Map.groupBy(rows, keyOf)].map(([key, ofZone]) => {
      const weights = ofZone.map(({ energyWh }) => energyWh);
      const isNothing = weights.every((weight) => weight === 0);
      return [key, isNothing ? weights : apportion(ofZone[0]?.zoneCost ?? 0, weights)];
    }),
  );
  return rows.map((row) => {
    const { zoneCost: _, ...interval } = row;
    return { ...interval, cost: moneyToWire(kopiykas(shares.get(keyOf(row))?.shift() ?? 0)) };
  });
}

function billData({
  opening,
  charged,
  recalculated,
  paid,
  closing,
  ...facts
}: UsageBillRow): Usage['bills'][number] {
  const sum = (value: number) => moneyToWire(kopiykas(value));
  return {
    ...facts,
    opening: sum(opening),
    charged: sum(charged),
    recalculated: sum(recalculated),
    paid: sum(paid),
    closing: sum(closing),
  };
}
