import { answer, refuse } from '#billing/api/define-module.ts';
import { METER_LIST, READING_ASK_LIST } from '#billing/api/readings.ts';
import { handleModule } from '#billing/module-handler.ts';
import {
  type AccountFacts,
  currentReadingData,
  loadReadingFacts,
  type MeterRecord,
} from '#billing/modules/readings/public.ts';
import { blockingParams, blockingState } from '#domain/readings/blocking-state.ts';
import type { MeterFacts } from '#domain/readings/meter-facts.ts';
import { readingAsk } from '#domain/readings/reading-ask.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import { nextWindow } from '#domain/readings/submission-window.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** METER_LIST: initial data of the indication page (product.md §5). */
export const handleMeterList = handleModule(METER_LIST, ({ db, clock }) => async ({ accountNumber }) => {
  const now = clock.now();
  const { accounts, rules } = await loadReadingFacts(db, [accountNumber], now);
  const [account] = accounts;
  if (account === undefined) return refuse('common.notFound');
  return answer(metersOf(account, rules, now));
});

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

function metersOf({ meters, placement, withoutMeter }: AccountFacts, rules: ReadingRules, now: Instant) {
  const window = nextWindow(now, rules.window[withoutMeter.customerType]);
  return {
    meters: meters.map((meter) => meterData(meter, window.opensOn, rules)),
    window: {
      isOpen: window.isOpen,
      opensOn: window.opensOn,
      closesAt: instantToIso(window.closesAt),
      period: placement.period,
      effectiveDate: placement.effectiveDate,
    },
  };
}

function assessmentRules(rules: ReadingRules) {
  const { deviation, verificationAtDeviation, rollOverFromPercent, commercialWorkingDays, holidays } = rules;
  return {
    deviation,
    verificationAtDeviation,
    rollOverFromPercent,
    commercialWorkingDays,
    holidays: [...holidays],
  };
}

function meterData(meter: MeterRecord, opensOn: LocalDate, rules: ReadingRules) {
  const { facts } = meter;
  const code = blockingState(facts);
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
    registers: facts.registers.map(({ zone, previousValue, previousDate, known = [] }, index) => {
      const current = meter.registers[index]?.readings.at(-1);
      return {
        zone,
        previousValue,
        previousDate,
        known: [...known],
        currentValue: current?.value ?? null,
        currentDate: current?.effectiveDate ?? null,
      };
    }),
    blocked:
      code === undefined
        ? null
        : {
            code,
            params: blockingParams(code, facts.placement, rules),
            opensOn: blockedByWindowAlone(facts) ? opensOn : null,
          },
    currentReading: currentReadingData(meter, rules),
  };
}

/** Whether readings would be accepted if the window were open. */
function blockedByWindowAlone({ placement, ...facts }: MeterFacts): boolean {
  return blockingState({ ...facts, placement: { ...placement, taken: true } }) === undefined;
}
