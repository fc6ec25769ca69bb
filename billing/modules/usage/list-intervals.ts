import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { USAGE_INTERVALS } from '#billing/api/usage.ts';
import { handleModule } from '#billing/module-handler.ts';
import { apportion } from '#domain/apportion.ts';
import { kopiykas, moneyToWire } from '#domain/money.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { findUsage, type IntervalRow, type UsageBillRow } from './usage-store.ts';

type Usage = ModuleOutput<typeof USAGE_INTERVALS>;

/** USAGE_INTERVALS: the customer's own consumption and bills, to be kept (decision 0041). */
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

/** Bills charge a zone, not a register: where a meter was replaced in the month, its registers share the sum by energy. */
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
