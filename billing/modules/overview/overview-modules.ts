import { ACCOUNT_GET, CUSTOM_INFO_GET } from '#billing/api/accounts.ts';
import { BALANCE_GET, DUE_LIST } from '#billing/api/balance.ts';
import { CONSUMPTION_HISTORY } from '#billing/api/consumption.ts';
import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findAccountCard } from '#billing/modules/accounts/public.ts';
import { listBills } from '#billing/modules/bills/public.ts';
import {
  type ChargedAccount,
  calculateSoFar,
  conditionRefusal,
  findCurrentPeriod,
  forecastPeriod,
} from '#billing/modules/charges/public.ts';
import { listMonths } from '#billing/modules/consumption/public.ts';
import { listFeedInMonths } from '#billing/modules/feed-in/public.ts';
import {
  findBalance,
  findDueNow,
  findLastChargedAt,
  listDueNow,
  toDueNow,
} from '#billing/modules/ledger/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { toKwh } from '#domain/energy.ts';
import { addMoney, type Kopiykas, moneyToWire, subtractMoney, sumMoney, zeroMoney } from '#domain/money.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** CUSTOM_INFO_GET: the short card of the chosen account (base specification §7). */
export const handleCustomInfoGet = handleModule(
  CUSTOM_INFO_GET,
  ({ db, clock }) =>
    async ({ accountNumber }) => {
      const today = kyivDateOf(clock.now());
      const [card, due, lastChargedAt] = await Promise.all([
        findAccountCard(db, accountNumber, today),
        findDueNow(db, accountNumber, today),
        findLastChargedAt(db, accountNumber),
      ]);
      if (card === undefined || due === undefined) return refuse('common.notFound');
      return answer({
        accountNumber,
        address: card.address,
        customerName: card.customerName,
        phone: card.phone,
        contractNumber: card.contractNumber,
        tariffTitle: card.tariffTitle,
        meterCount: card.meterCount,
        lastChargedAt: lastChargedAt === undefined ? null : instantToIso(lastChargedAt),
        unpaidActs: { count: due.acts.length, sum: moneyToWire(due.forActs) },
      });
    },
);

/** ACCOUNT_GET: data of the information page of an object (base specification §7). */
export const handleAccountGet = handleModule(ACCOUNT_GET, ({ db, clock }) => async ({ accountNumber }) => {
  const [card, supplier, feedIn] = await Promise.all([
    findAccountCard(db, accountNumber, kyivDateOf(clock.now())),
    cachedSupplier(db),
    listFeedInMonths(db, accountNumber),
  ]);
  if (card === undefined) return refuse('common.notFound');
  const { contractedPowerWatts, meterCount: _, ...shown } = card;
  return answer({
    ...shown,
    contractedPowerKw: contractedPowerWatts / 1000,
    bank: {
      recipient: supplier?.name ?? '',
      edrpou: supplier?.edrpou ?? '',
      iban: supplier?.iban ?? '',
      bank: supplier?.bank_name ?? '',
    },
    feedInHistory: feedIn.map(({ period, generatedKwh, consumedKwh, amount }) => ({
      period,
      generatedKwh,
      consumedKwh,
      sum: moneyToWire(amount),
    })),
    responsibles: [...card.responsibles],
  });
});

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
      const closed = months.filter(({ period }) => period < current || billOf.has(period));
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
      sum: moneyToWire(charged.bill.total),
      isEstimated: charged.isEstimated,
      isCurrent: true,
      lastYearKwh,
    },
  ];
}

/**
 * What closing the period in progress is expected to change the debt by: charges, what of a recalculation is not booked yet,
 * benefits; nothing where there is nothing to charge.
 */
async function findExpectedCharge(
  db: BillingDatabase,
  accountNumber: string,
  today: LocalDate,
): Promise<Kopiykas> {
  const period = await findCurrentPeriod(db, today);
  const charged = await forecastPeriod(db, accountNumber, period);
  if (charged === undefined) return zeroMoney;
  const { bill, recalculationToBook, benefits } = charged;
  const granted = sumMoney(benefits.map(({ amount }) => amount));
  return subtractMoney(addMoney(bill.charged, recalculationToBook), granted);
}

/**
 * BALANCE_GET: a view of the ledger. The start of the month is what was booked for the periods before it, so that it is
 * the closing balance of the last bill, whenever that was made (product.md §7, facts 9.3). Where a calculation is refused by
 * the billing condition nothing is forecast either.
 */
export const handleBalanceGet = handleModule(BALANCE_GET, ({ db, clock }) => async ({ accountNumber }) => {
  const today = kyivDateOf(clock.now());
  const [balance, expectedCharge] = await Promise.all([
    findBalance(db, accountNumber, periodOf(today)),
    findExpectedCharge(db, accountNumber, today),
  ]);
  if (balance === undefined) return refuse('common.notFound');
  const noForecast = conditionRefusal(balance.condition) ?? null;
  const expected = noForecast === null ? expectedCharge : zeroMoney;
  const due = toDueNow(balance.dueState, today);
  const now = subtractMoney(due.energy, due.overpaid);
  return answer({
    now: moneyToWire(now),
    monthStart: moneyToWire(balance.receivableBefore),
    afterExpectedCharge: moneyToWire(addMoney(now, expected)),
    noForecast,
    inTransit: moneyToWire(balance.inTransit),
    inTransitUntil: balance.inTransitUntil,
    unpaidActs: due.acts.map(({ actNumber, drawnOn, dueOn, amount, unpaid }) => ({
      number: actNumber,
      date: drawnOn,
      sum: moneyToWire(amount),
      unpaid: moneyToWire(unpaid),
      due: dueOn,
    })),
  });
});

/** DUE_LIST: for whatever tells many customers what to pay, in one statement. */
export const handleDueList = handleModule(DUE_LIST, ({ db, clock }) => async ({ accountNumbers }) => {
  const dues = await listDueNow(db, accountNumbers, kyivDateOf(clock.now()));
  return answer({
    accounts: dues.map(({ accountNumber, energy, forActs, overpaid }) => ({
      accountNumber,
      energy: moneyToWire(energy),
      acts: moneyToWire(forActs),
      overpaid: moneyToWire(overpaid),
    })),
  });
});
