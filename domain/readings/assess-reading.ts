import { addEnergy, fromKwh } from '#domain/energy.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { assessDeviation } from './assess-deviation.ts';
import { type AssessedRegister, assessRegister } from './assess-register.ts';
import { blockingState } from './blocking-state.ts';
import { compareWithExisting } from './compare-with-existing.ts';
import { type Findings, makeOutcome } from './make-outcome.ts';
import type { MeterFacts } from './meter-facts.ts';
import { operatorCheckParams, tooLarge } from './operator-check.ts';
import { isUntouched } from './parse-reading-value.ts';
import { physicalLimit } from './physical-limit.ts';
import type { ReadingCode } from './reading-code.ts';
import type { ReadingOutcome, ReadingProblem, ReadingSubmission } from './reading-outcome.ts';
import { defaultReadingRules, type ReadingRules } from './reading-rules.ts';

/**
 * Judges the readings of one meter (product.md §7, messages.md Readings, facts §2.2). Total: every input has an outcome.
 * In turn: may a reading be given here at all; does another stand as of the same day; digits; back or through zero; physically
 * possible; no consumption; deviation from last year; verification. Problems of all registers are reported together and the
 * severest decides. The screen calls it while the customer types, the server before it stores.
 */
export function assessReadings(
  facts: MeterFacts,
  submission: ReadingSubmission,
  rules: ReadingRules = defaultReadingRules,
): ReadingOutcome {
  const blocked = blockingState(facts, submission.meterNamed) ?? strangeRegister(facts, submission);
  if (blocked !== undefined) {
    return makeOutcome(facts, { registers: [], problems: [{ kind: 'blocked', code: blocked, params: {} }] });
  }

  const registers: AssessedRegister[] = [];
  for (const register of facts.registers) {
    const typed = submission.values[register.zone];
    if (typed === undefined || isUntouched(typed)) continue;
    registers.push(assessRegister(facts, register, typed, submission, rules));
  }
  if (registers.length === 0) {
    return makeOutcome(facts, {
      registers,
      problems: [{ kind: 'refused', code: 'field.required', params: {} }],
    });
  }
  return (
    answerOfExisting(facts, registers, submission, rules) ??
    makeOutcome(facts, findProblems(facts, registers, submission, rules))
  );
}

/** A value for a register that the meter does not have belongs to another meter. */
function strangeRegister(facts: MeterFacts, submission: ReadingSubmission): ReadingCode | undefined {
  const isStrange = Object.entries(submission.values).some(
    ([zone, typed]) => !isUntouched(typed) && !facts.registers.some((register) => register.zone === zone),
  );
  return isStrange ? 'readings.meterNotFound' : undefined;
}

/** The same values again get the first answer, others are refused unless they come as a correction. */
function answerOfExisting(
  facts: MeterFacts,
  registers: readonly AssessedRegister[],
  submission: ReadingSubmission,
  rules: ReadingRules,
): ReadingOutcome | undefined {
  const { existing } = facts;
  if (existing === undefined) return undefined;
  const { kind, code, acceptedOn, receipt } = existing;
  const relation = compareWithExisting(existing, registers);
  if (relation === 'same') {
    const params = code === 'readings.operatorCheck' ? operatorCheckParams(acceptedOn, rules) : {};
    return { ...makeOutcome(facts, { registers, problems: [] }), kind, code, params, repeatOf: receipt };
  }
  if (relation === 'new' || submission.correcting) return undefined;
  const params = { date: formatDate(acceptedOn), day: formatDate(facts.placement.effectiveDate) };
  const problem: ReadingProblem = { kind: 'refused', code: 'readings.alreadySubmitted', params };
  return makeOutcome(facts, { registers, problems: [problem] });
}

function findProblems(
  facts: MeterFacts,
  registers: readonly AssessedRegister[],
  submission: ReadingSubmission,
  rules: ReadingRules,
): Findings {
  const problems = registers.flatMap((register) => register.problems);
  if (problems.every(({ kind }) => kind === 'needsConfirmation')) {
    const sum = totalTooLarge(facts, registers, submission, rules);
    if (sum !== undefined) problems.push(sum);
  }
  if (facts.verificationRequested) {
    problems.push({ kind: 'underReview', code: 'readings.additionalVerification', params: {} });
  }
  if (problems.some(({ kind }) => kind === 'refused')) return { registers, problems };

  const deviation = assessDeviation(facts, registers, submission, rules);
  if (deviation === undefined) return { registers, problems, advice: 'readings.noStatistics' };
  if (deviation.problem !== undefined) problems.push(deviation.problem);
  return { registers, problems, largeDeviation: deviation.largeDeviation };
}

/** Registers that are possible each by itself and not together: the largest one is to be looked at. */
function totalTooLarge(
  facts: MeterFacts,
  registers: readonly AssessedRegister[],
  submission: ReadingSubmission,
  rules: ReadingRules,
): ReadingProblem | undefined {
  const days = Math.max(...registers.map((register) => register.days));
  const total = registers.map(({ outcome }) => outcome.energy).reduce(addEnergy, fromKwh(0));
  if (total <= physicalLimit(facts.contractedPowerWatts, days)) return undefined;
  const largest = registers.reduce((a, b) => (b.outcome.energy > a.outcome.energy ? b : a));
  return tooLarge(facts, submission, rules, largest.outcome.zone);
}
