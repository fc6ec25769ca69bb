import type { DueDateTerms } from '../charges/due-date.ts';
import type { ReactiveRules } from '../invoices/reactive.ts';
import type { CorrectionLimits } from '../ledger/correction-limits.ts';
import { type Kopiykas, parseMoney } from '../money.ts';
import type { OrderLimits, PaymentLimits } from '../payments/payment-orders.ts';
import type { CustomerType, ReadingRules, WindowRules } from '../readings/reading-rules.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { ActTerms } from '../violation-acts/act-terms.ts';
import type { ChoiceOf, RuleKey, RuleValues } from './rule-definitions.ts';

/** What proves an account besides its code, and how old a code may be. */
interface AccessRules {
  /**
   * Required besides the account code: nothing, a code sent to the contract's phone, or the consent of the person who
   * already has the account.
   */
  readonly confirmation: ChoiceOf<'access.confirmation'>;
  /** Maximum age of a code in months; 0: unlimited. */
  readonly codeMonths: number;
}

/** Every rule of a supplier as the engine uses it. */
export interface SupplierRules {
  readonly readings: ReadingRules;
  readonly bills: DueDateTerms;
  readonly acts: ActTerms;
  readonly payments: {
    readonly person: PaymentLimits;
    readonly entity: PaymentLimits;
    readonly orders: OrderLimits;
  };
  readonly access: AccessRules;
  readonly corrections: CorrectionLimits;
  readonly reactive: ReactiveRules;
}

/** The rules of these values. While holidays are working days no holiday counts. */
export function supplierRules(values: RuleValues): SupplierRules {
  const number = (key: RuleKey) => Number(values[key]);
  const sum = (key: RuleKey) => parseMoney(String(values[key])) as Kopiykas;
  const windowOf = (type: CustomerType): WindowRules => ({
    lastDays: number(`readings.window.${type}.lastDays`),
    firstDays: number(`readings.window.${type}.firstDays`),
    closingDay: number(`readings.window.${type}.closingDay`),
    closingHour: number(`readings.window.${type}.closingHour`),
    outsideWindow: values[`readings.window.${type}.outsideWindow`] as WindowRules['outsideWindow'],
  });
  const holidaysAreWorkingDays = values['readings.holidaysAreWorkingDays'] === true;
  const holidays = holidaysAreWorkingDays ? [] : (values['readings.holidays'] as readonly LocalDate[]);
  return {
    readings: {
      window: { person: windowOf('person'), entity: windowOf('entity') },
      deviation: {
        person: {
          first: {
            percent: number('readings.deviation.first.percent'),
            floorKwh: number('readings.deviation.first.kwh'),
            floorHours: 0,
          },
          second: {
            percent: number('readings.deviation.second.percent'),
            floorKwh: number('readings.deviation.second.floorKwh'),
            floorHours: 0,
            kwh: number('readings.deviation.second.kwh'),
          },
        },
        entity: {
          first: {
            percent: number('readings.entityDeviation.first.percent'),
            floorKwh: 0,
            floorHours: number('readings.entityDeviation.first.hours'),
          },
          second: {
            percent: number('readings.entityDeviation.second.percent'),
            floorKwh: 0,
            floorHours: number('readings.entityDeviation.second.hours'),
            kwh: null,
          },
        },
      },
      verificationAtDeviation: number('readings.verificationAtDeviation'),
      rollOverFromPercent: number('readings.rollOverFromPercent'),
      normDailyWattHoursPerKilowatt: number('readings.normDailyWattHoursPerKilowatt'),
      commercialWorkingDays: number('readings.commercialWorkingDays'),
      holidaysAreWorkingDays,
      holidays,
    },
    bills: {
      dayOfMonth: number('bills.dueDay'),
      minWorkingDays: number('bills.minWorkingDays'),
      holidays: new Set(holidays),
    },
    acts: { hearingDays: number('acts.hearingDays'), paymentDays: number('acts.paymentDays') },
    payments: {
      person: { least: sum('payments.least'), most: sum('payments.most') },
      entity: { least: sum('payments.entity.least'), most: sum('payments.entity.most') },
      orders: { underWay: number('payments.underWay'), perDay: number('payments.perDay') },
    },
    access: {
      confirmation: values['access.confirmation'] as AccessRules['confirmation'],
      codeMonths: number('access.codeMonths'),
    },
    corrections: { billing: sum('corrections.billing'), owner: sum('corrections.owner') },
    reactive: {
      minKwh: number('reactive.minKwh'),
      minKilowatts: number('reactive.minKilowatts'),
      generationFactor: number('reactive.generationFactor'),
      surchargeFactor: number('reactive.surchargeFactor'),
      tgLimit: number('reactive.tgLimit'),
      cap: number('reactive.cap'),
    },
  };
}
