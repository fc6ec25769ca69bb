import { previousOf } from '#domain/readings/assess-register.ts';
import { blockingParams, blockingState } from '#domain/readings/blocking-state.ts';
import type { MeterFacts, ReadingPlacement, RegisterFacts } from '#domain/readings/meter-facts.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import { nextWindow, windowParams } from '#domain/readings/submission-window.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { AccountFacts } from './facts/account-facts.ts';

/** The window of an account, and where a reading given now belongs. */
export function windowData({ placement, withoutMeter }: AccountFacts, rules: ReadingRules, now: Instant) {
  const window = nextWindow(now, rules.window[withoutMeter.customerType]);
  return {
    isOpen: window.isOpen,
    opensOn: window.opensOn,
    closesAt: instantToIso(window.closesAt),
    period: placement.period,
    effectiveDate: placement.effectiveDate,
  };
}

/**
 * The value that a reading of a register submitted now is compared with, and all accepted values that it has to fit, that of the earlier
 * period first.
 */
export function knownValuesOf(register: RegisterFacts, { effectiveDate }: ReadingPlacement) {
  const { previousValue, previousDate, known = [] } = register;
  const previous = previousOf(register, effectiveDate);
  return {
    previousValue: previous.value,
    previousDate: previous.date,
    known: [{ value: previousValue, date: previousDate }, ...known],
  };
}

/** The rules with which a screen assesses what is typed. */
export function assessmentRules(rules: ReadingRules) {
  const { deviation, verificationAtDeviation, rollOverFromPercent, commercialWorkingDays, holidays } = rules;
  return {
    deviation,
    verificationAtDeviation,
    rollOverFromPercent,
    commercialWorkingDays,
    holidays: [...holidays],
  };
}

/** Why no reading of a meter can be given, with the parameters of its text; null: it can. */
export function blockedData(facts: MeterFacts, rules: ReadingRules, opensOn: LocalDate) {
  const code = blockingState(facts);
  if (code === undefined) return null;
  return {
    code,
    params: {
      ...windowParams(code, rules.window[facts.customerType]),
      ...blockingParams(code, facts.placement, rules),
    },
    opensOn: isBlockedByWindowAlone(facts) ? opensOn : null,
  };
}

/** Whether readings would be accepted if the window were open. */
function isBlockedByWindowAlone({ placement, ...facts }: MeterFacts): boolean {
  return blockingState({ ...facts, placement: { ...placement, taken: true } }) === undefined;
}
