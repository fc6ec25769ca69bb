import { answer, refuse } from '#billing/api/define-module.ts';
import type { ReadingOutcomeData } from '#contract/values/outcome.ts';
import { toKwh } from '#domain/energy.ts';
import { assessReadings } from '#domain/readings/assess-reading.ts';
import type { MeterFacts } from '#domain/readings/meter-facts.ts';
import type { ReadingOutcome, RegisterOutcome } from '#domain/readings/reading-outcome.ts';
import { type ReviewCode, reviewDueOn, reviewWorkingDays } from '#domain/readings/reading-review.ts';
import type { ReadingRules, WindowRules } from '#domain/readings/reading-rules.ts';
import { windowParams } from '#domain/readings/submission-window.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { Instant } from '#domain/time/instant.ts';
import {
  currentReadingData,
  currentReceipt,
  isCorrectable,
  kwhOfValues,
  valuesOfDay,
} from './current-reading.ts';
import { type AccountFacts, limitToPoints, type MeterRecord } from './facts/account-facts.ts';
import type { ReadingToStore, ReviewToOpen, Submission, SubmissionAnswer } from './submission.ts';

const nothing = {};

/**
 * An outcome in the form of function modules, with what its text says of the window of the customer. kWh of a register, since its
 * previous value, are null when its value can't be counted, and so is the total, which is of the whole period.
 */
export function outcomeData(outcome: ReadingOutcome, window: WindowRules): ReadingOutcomeData {
  let isCounted = outcome.registers.length > 0;
  const registers = outcome.registers.map((register) => {
    const kwh = countedKwh(register);
    isCounted &&= kwh !== null;
    return {
      zone: register.zone,
      previousValue: register.previousValue,
      previousDate: register.previousDate,
      value: register.value ?? null,
      kwh,
      code: register.code ?? null,
      params: register.params ?? nothing,
    };
  });
  return {
    kind: outcome.kind,
    code: outcome.code,
    params: { ...windowParams(outcome.code, window), ...outcome.params },
    advice: outcome.advice ?? null,
    adviceParams: outcome.adviceParams ?? nothing,
    registers,
    missingZones: [...outcome.missingZones],
    totalKwh: isCounted ? toKwh(outcome.totalEnergy) : null,
    period: outcome.period,
    effectiveDate: outcome.effectiveDate,
    confirmations: [...outcome.confirmations],
    ...(outcome.reviewDueOn !== undefined && { reviewDueOn: outcome.reviewDueOn }),
  };
}

/** null: the text is not a value, or the value is lower without a rollover. */
function countedKwh(register: RegisterOutcome): number | null {
  if (register.value === undefined || register.isLower) return null;
  return toKwh(register.energySincePrevious);
}

/** Result of assessing a submission: an answer, or a reading to store, whose sum the caller fills in. */
export type Verdict =
  | { readonly kind: 'answered'; readonly answer: SubmissionAnswer }
  | { readonly kind: 'toStore'; readonly meter: MeterRecord; readonly reading: ReadingToStore };

/** The window rules of the customer whose account it is. */
export function windowOf({ withoutMeter }: AccountFacts, { window }: ReadingRules): WindowRules {
  return window[withoutMeter.customerType];
}

/** The requested meter, or the only one. */
export function findMeter(account: AccountFacts, meterId: string | undefined): MeterRecord | undefined {
  return meterId === undefined
    ? account.meters[0]
    : account.meters.find((meter) => meter.meterId === meterId.toLowerCase());
}

/**
 * Assesses a submission by the facts of its account. Values that are already current for the same day get the receipt
 * of the current reading (product.md §3, §5); a correction requires a reading of the period and takes its effective
 * date.
 */
export function assessSubmission(
  found: AccountFacts | undefined,
  submission: Submission,
  rules: ReadingRules,
  now: Instant,
): Verdict {
  if (found === undefined) return answered(refuse('common.notFound'));
  const account = limitToPoints(found, submission.points);
  const meter = findMeter(account, submission.meterId);
  const isCorrection = submission.reason !== undefined;
  const facts = isCorrection ? meter?.correctionFacts : meter?.facts;
  if (meter !== undefined && facts === undefined) {
    return answered(refuse(meter.hasEarlierSubmission ? 'billing.periodClosing' : 'common.notFound'));
  }
  const outcome = assessReadings(
    facts ?? account.withoutMeter,
    {
      values: submission.values,
      confirmed: submission.confirmed ?? [],
      hasPhoto: submission.photoId !== undefined,
      correcting: isCorrection && meter !== undefined && isCorrectable(meter),
      meterNamed: submission.meterId !== undefined,
    },
    rules,
  );
  const data = outcomeData(outcome, windowOf(account, rules));
  if (
    meter === undefined ||
    facts === undefined ||
    (data.kind !== 'accepted' && data.kind !== 'underReview')
  ) {
    return answered(refusal(data, meter, rules));
  }
  const receipt = outcome.repeatOf === undefined ? undefined : currentReceipt(meter, outcome.effectiveDate);
  if (receipt !== undefined) return answered(answer({ outcome: data, receipt }));
  const stored = { ...data, kind: data.kind };
  return {
    kind: 'toStore',
    meter,
    reading: { ...readingToStore(meter, facts, submission, outcome, stored, rules), submittedAt: now },
  };
}

function answered(result: SubmissionAnswer): Verdict {
  return { kind: 'answered', answer: result };
}

/** A refusal tells the whole outcome, and the reading that stands when there is one. */
function refusal(
  outcome: ReadingOutcomeData,
  meter: MeterRecord | undefined,
  _rules: ReadingRules,
): SubmissionAnswer {
  const currentReading = meter === undefined ? null : currentReadingData(meter);
  return refuse(
    outcome.code,
    outcome.params,
    currentReading === null ? { outcome } : { outcome, currentReading },
  );
}

function readingToStore(
  meter: MeterRecord,
  facts: MeterFacts,
  submission: Submission,
  outcome: ReadingOutcome,
  data: ReadingToStore['outcome'],
  rules: ReadingRules,
): Omit<ReadingToStore, 'submittedAt'> {
  const { effectiveDate } = outcome;
  const newValues: Partial<Record<Zone, number>> = {};
  const replaced: { zone: Zone; readingId: string }[] = [];
  for (const { zone, value } of outcome.registers) {
    const existing = facts.existing?.values[zone];
    if (value === undefined || existing === value) continue;
    newValues[zone] = value;
    if (existing === undefined) continue;
    const readings = meter.registers.find((register) => register.zone === zone)?.readings;
    const current = readings?.findLast((one) => one.effectiveDate <= effectiveDate);
    if (current !== undefined) replaced.push({ zone, readingId: current.readingId });
  }
  const values = { ...valuesOfDay(meter, effectiveDate), ...newValues };
  return {
    submission,
    meterId: meter.meterId,
    period: outcome.period,
    effectiveDate,
    outcome: data,
    newValues,
    values,
    totalKwh: kwhOfValues(facts, values),
    sum: null,
    largeDeviationsInARow: outcome.largeDeviation ? meter.facts.largeDeviationsInARow + 1 : 0,
    review: Object.keys(newValues).length === 0 ? null : reviewOf(outcome, facts, rules),
    superseded:
      replaced.length === 0
        ? null
        : {
            readings: replaced,
            values: facts.existing?.values ?? {},
            receiptNumber: facts.existing?.receipt ?? '',
          },
  };
}

/** The review of an outcome, with the last day that is promised; null: it is none. */
function reviewOf(
  outcome: ReadingOutcome,
  { placement }: MeterFacts,
  rules: ReadingRules,
): ReviewToOpen | null {
  if (outcome.kind !== 'underReview') return null;
  const code = outcome.code as ReviewCode;
  const { holidaysAreWorkingDays, holidays } = rules;
  return {
    code,
    causes: outcome.problems.flatMap(({ cause }) => cause ?? []),
    workingDays: reviewWorkingDays[code],
    holidaysAreWorkingDays,
    dueOn: reviewDueOn(code, placement.submittedOn, new Set(holidays)),
  };
}
