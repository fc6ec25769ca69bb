import { answer, refuse } from '#billing/api/define-module.ts';
import { METER_LIST, READING_ASK_LIST } from '#billing/api/readings.ts';
import { handleModule } from '#billing/module-handler.ts';
import {
  type AccountFacts,
  currentReadingData,
  loadReadingFacts,
  type MeterRecord,
} from '#billing/modules/readings/public.ts';
import { readingAsk } from '#domain/readings/reading-ask.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { limitToPoints } from './facts/account-facts.ts';
import { assessmentRules, blockedData, knownValuesOf, windowData } from './input-state.ts';
import { listLatestReviews } from './review/review-store.ts';

/** METER_LIST: initial data of the indication page (product.md §5). */
export const handleMeterList = handleModule(
  METER_LIST,
  ({ db, clock }) =>
    async ({ accountNumber, points }) => {
      const now = clock.now();
      const { accounts, rules } = await loadReadingFacts(db, [accountNumber], now);
      const [account] = accounts;
      if (account === undefined) return refuse('common.notFound');
      const reviews = await listLatestReviews(db, accountNumber, now);
      const { meters, window } = metersOf(limitToPoints(account, points), rules, now);
      return answer({
        window,
        ...(account.contractEndedOn !== null && { contractEndedOn: account.contractEndedOn }),
        meters: meters.map((meter) => ({
          ...meter,
          review: reviews.find(({ meterId }) => meterId === meter.meterId) ?? null,
        })),
      });
    },
);

/** READING_ASK_LIST: the reminder rule of one account, for all objects of a person. */
export const handleReadingAskList = handleModule(
  READING_ASK_LIST,
  ({ db, clock }) =>
    async ({ accountNumbers }) => {
      const now = clock.now();
      const { accounts, rules } = await loadReadingFacts(db, accountNumbers, now);
      return answer({
        accounts: accounts.flatMap((account) => {
          if (account === undefined) return [];
          const { meters, window } = metersOf(account, rules, now);
          // Only the kind is answered, so no text is needed.
          const inputStates = meters.map(({ blocked, ...meter }) => ({
            ...meter,
            blocked: blocked && { ...blocked, message: '' },
          }));
          return [
            { accountNumber: account.accountNumber, ask: readingAsk({ meters: inputStates, window }).kind },
          ];
        }),
      });
    },
);

function metersOf(account: AccountFacts, rules: ReadingRules, now: Instant) {
  const window = windowData(account, rules, now);
  return { meters: account.meters.map((meter) => meterData(meter, window.opensOn, rules)), window };
}

function meterData(meter: MeterRecord, opensOn: LocalDate, rules: ReadingRules) {
  const { facts } = meter;
  return {
    meterId: meter.meterId,
    serialNumber: meter.serialNumber,
    meterType: meter.meterType,
    eic: meter.eicCode,
    zoneScheme: meter.zoneScheme,
    digitCapacity: facts.digitCapacity,
    coefficient: facts.coefficient,
    contractedPowerKw: facts.contractedPowerWatts / 1000,
    installedOn: meter.installedOn,
    customerType: facts.customerType,
    rules: assessmentRules(rules),
    registers: facts.registers.map((register, index) => {
      const current = meter.registers[index]?.readings.at(-1);
      return {
        zone: register.zone,
        ...knownValuesOf(register, facts.placement),
        currentValue: current?.value ?? null,
        currentDate: current?.effectiveDate ?? null,
      };
    }),
    blocked: blockedData(facts, rules, opensOn),
    currentReading: currentReadingData(meter),
  };
}
