import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  type ClosingAccount,
  cachedPrices,
  chargeAccount,
  chargeLineData,
  loadAccountFacts,
  measureAccount,
  type PlannedRegister,
  planAccount,
} from '#billing/modules/charges/public.ts';
import { readingRulesByMonth } from '#billing/modules/rules/public.ts';
import type { CostData } from '#contract/values/charge-line.ts';
import type { Bill } from '#domain/charges/bill.ts';
import { addEnergy, fromKwh, toKwh } from '#domain/energy.ts';
import { moneyToWire, sumMoney } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { ZoneValues } from './submission.ts';

type RegisterReadings = ClosingAccount['registers'][number]['readings'];

/** New values of a meter as of a day; its other registers and readings of later days do not change. */
export interface ReadingOfMeter {
  readonly meterId: string;
  readonly values: ZoneValues;
  readonly effectiveDate: LocalDate;
}

/** Charges of an account for a period, with different readings. */
export interface Forecast {
  /** Consumption and cost of the registers with a reading of that day, and the bill of the whole period, if all is read. */
  withReading(reading: ReadingOfMeter): CostData;
  /** Charge of the meter for the whole period with the reading; the days after it by average. */
  wholePeriodWith(reading: ReadingOfMeter): CostData;
  /** Charge of the meter and bill without further readings: accepted readings of the period count. */
  withoutReading(meterId: string): CostData;
}

/**
 * Loads the same facts as closing a period and charges by the same rules, so that the screen and the bill agree.
 * Undefined: the account is not charged for the period, or no tariff is known for it.
 * @param onlyPoint The metering point whose meters are read, of hundreds that a contract may have: then there is no bill of the account.
 */
export async function loadForecast(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
  onlyPoint: string | undefined,
): Promise<Forecast | undefined> {
  const rules = await readingRulesByMonth(db);
  const [known, prices] = await Promise.all([
    loadAccountFacts(db, accountNumber, period, onlyPoint),
    cachedPrices(db),
  ]);
  if (known === undefined) return undefined;
  const { account, history, past } = known;

  function charge(facts: ClosingAccount, planned: readonly PlannedRegister[], onlyMeter?: string) {
    const measured = measureAccount({ account: facts, period, history, past, onlyMeter }, planned, rules);
    return chargeAccount(facts, period, measured, prices);
  }

  function costOfMeter(
    facts: ClosingAccount,
    planned: readonly PlannedRegister[],
    meterId: string,
  ): CostData {
    const ofMeter = charge(facts, planned, meterId);
    const energy = ofMeter.consumptions.map((one) => one.energy).reduce(addEnergy, fromKwh(0));
    return {
      kwh: toKwh(energy),
      sum: moneyToWire(ofMeter.bill.total),
      lines: ofMeter.lines.map(chargeLineData),
      bill: onlyPoint === undefined ? billData(charge(facts, planAccount(facts, period)).bill) : null,
    };
  }

  function factsWith({ meterId, values, effectiveDate }: ReadingOfMeter): ClosingAccount {
    return replaceReadings(account, meterId, (zone, current) => {
      const value = values[zone];
      if (value === undefined) return current;
      const before = current.filter(({ on }) => on < effectiveDate);
      return [...before, { value, on: effectiveDate }, ...current.filter(({ on }) => on > effectiveDate)];
    });
  }

  function planMeter(facts: ClosingAccount, meterId: string): PlannedRegister[] {
    return planAccount(facts, period).filter(({ register }) => register.meterId === meterId);
  }

  return {
    withReading(reading) {
      const facts = factsWith(reading);
      const upToReading = planMeter(facts, reading.meterId)
        .filter(({ span }) => span.readings.some(({ on }) => on === reading.effectiveDate))
        .map(upToItsReading);
      return costOfMeter(facts, upToReading, reading.meterId);
    },
    wholePeriodWith(reading) {
      const facts = factsWith(reading);
      return costOfMeter(facts, planMeter(facts, reading.meterId), reading.meterId);
    },
    withoutReading(meterId) {
      return costOfMeter(account, planMeter(account, meterId), meterId);
    },
  };
}

/** Benefits and corrections are added to the recalculation, so that the sums add up. */
function billData({
  opening,
  charged,
  recalculated,
  benefit,
  corrected,
  paid,
  toPay,
}: Bill): NonNullable<CostData['bill']> {
  return {
    opening: moneyToWire(opening),
    charged: moneyToWire(charged),
    recalculated: moneyToWire(sumMoney([recalculated, benefit, corrected])),
    paid: moneyToWire(paid),
    toPay: moneyToWire(toPay),
  };
}

function replaceReadings(
  account: ClosingAccount,
  meterId: string,
  readingsOf: (zone: Zone, current: RegisterReadings) => RegisterReadings,
): ClosingAccount {
  const registers = account.registers.map((register) =>
    register.meterId === meterId
      ? { ...register, readings: readingsOf(register.zone, register.readings) }
      : register,
  );
  return { ...account, registers };
}

/** Limits a register to the days covered by its reading. */
function upToItsReading(planned: PlannedRegister): PlannedRegister {
  const last = planned.span.readings.at(-1);
  return last === undefined ? planned : { ...planned, span: { ...planned.span, to: last.on } };
}
