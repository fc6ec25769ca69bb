import { CONSUMPTION_HISTORY } from '#billing/api/consumption.ts';
import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listBills } from '#billing/modules/bills/public.ts';
import { type ChargedAccount, calculateSoFar, findCurrentPeriod } from '#billing/modules/charges/public.ts';
import { listMonths } from '#billing/modules/consumption/public.ts';
import { totalOf } from '#domain/charges/charge-line.ts';
import { toKwh } from '#domain/energy.ts';
import { moneyToWire, zeroMoney } from '#domain/money.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';

type Month = ModuleOutput<typeof CONSUMPTION_HISTORY>['months'][number];

/** CONSUMPTION_HISTORY: twelve closed months and the one in progress, each beside the year before (product.md §5). */
export const handleConsumptionHistory = handleModule(
  CONSUMPTION_HISTORY,
  ({ db, clock }) =>
    async ({ accountNumber }) => {
      const today = kyivDateOf(clock.now());
      const current = await findCurrentPeriod(db, today);
      const [months, bills, charged] = await Promise.all([
        listMonths(db, accountNumber, current),
        listBills(db, accountNumber),
        calculateSoFar(db, accountNumber, current, today),
      ]);
      if (months === undefined) return refuse('common.notFound');
      const billOf = new Map(bills.map((bill) => [bill.period, bill]));
      const closed = months.filter(({ period }) => period < current);
      return answer({
        months: [
          ...closed.map(({ period, zones, kwh, lastYearKwh }): Month => {
            const bill = billOf.get(period);
            return {
              period,
              zones,
              totalKwh: kwh,
              sum: moneyToWire(bill?.charged ?? zeroMoney),
              isEstimated: bill?.isEstimated ?? false,
              isCurrent: false,
              lastYearKwh,
            };
          }),
          ...monthInProgress(charged, months.find(({ period }) => period === current)?.lastYearKwh ?? null),
        ],
      });
    },
);

/** The month in progress, or nothing when there is nothing to charge. */
function monthInProgress(charged: ChargedAccount | undefined, lastYearKwh: number | null): Month[] {
  if (charged === undefined) return [];
  const zones: Record<string, number> = {};
  for (const { register, energy } of charged.consumptions) {
    zones[register.zone] = (zones[register.zone] ?? 0) + toKwh(energy);
  }
  return [
    {
      period: charged.bill.period,
      zones,
      totalKwh: charged.energyWh / 1000,
      sum: moneyToWire(totalOf(charged.lines)),
      isEstimated: charged.isEstimated,
      isCurrent: true,
      lastYearKwh,
    },
  ];
}
