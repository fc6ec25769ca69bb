import { addEnergy, fromKwh } from '#domain/energy.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { assessDeviation } from './assess-deviation.ts';
import { type AssessedRegister, assessRegister } from './assess-register.ts';
import { blockingParams, blockingState } from './blocking-state.ts';
import type { ExistingReading, MeterFacts, ReadingPlacement } from './meter-facts.ts';
import { operatorCheckParams, tooLarge } from './operator-check.ts';
import type { ReadingCode } from './reading-code.ts';
import type {
  ReadingOutcome,
  ReadingOutcomeKind,
  ReadingProblem,
  ReadingSubmission,
  RegisterOutcome,
} from './reading-outcome.ts';
import { reviewDayOf } from './reading-review.ts';
import type { AssessmentRules } from './reading-rules.ts';
import { isUntouched, physicalLimit } from './reading-value.ts';
import { acceptedParams } from './submission-window.ts';

/**
 * Compares a submission with the existing reading of the same day: `same`, every value exists already; `other`, some
 * register has another value; `new`, no conflict (also when it adds a missing register).
 */
export function compareWithExisting(
  existing: ExistingReading,
  registers: readonly AssessedRegister[],
): 'same' | 'other' | 'new' {
  let isSame = true;
  for (const { outcome } of registers) {
    const existingValue = existing.values[outcome.zone];
    if (existingValue !== undefined && outcome.value !== undefined && existingValue !== outcome.value)
      return 'other';
    isSame &&= existingValue === outcome.value && existingValue !== undefined;
  }
  return isSame ? 'same' : 'new';
}

/** Results of the rules for the touched registers of a meter. */
type Findings = {
  registers: readonly AssessedRegister[];
  problems: readonly ReadingProblem[];
  largeDeviation?: boolean;
  advice?: ReadingOutcome['advice'];
  adviceParams?: ReadingOutcome['adviceParams'];
};

const severity: Record<ReadingOutcomeKind, number> = {
  accepted: 0,
  underReview: 1,
  needsConfirmation: 2,
  refused: 3,
  blocked: 4,
};

/** The outcome of the findings: the severest problem gives kind and code; without problems it is accepted. */
function makeOutcome(facts: MeterFacts, findings: Findings): ReadingOutcome {
  const { placement } = facts;
  const problems = [...findings.problems].sort(bySeverity);
  const registers = findings.registers.map(({ outcome }) => withProblem(outcome, problems));
  const { kind, code, params } = problems[0] ?? acceptedBy(placement);
  return {
    kind,
    code,
    params,
    registers,
    missingZones: missingZones(facts, registers),
    totalEnergy: registers.map((register) => register.energy).reduce(addEnergy, fromKwh(0)),
    totalBilledByAverage: registers.map((register) => register.billedByAverage).reduce(addEnergy, fromKwh(0)),
    period: placement.period,
    effectiveDate: placement.effectiveDate,
    problems,
    confirmations: [
      ...new Set(problems.filter(({ kind }) => kind === 'needsConfirmation').map(({ code }) => code)),
    ],
    largeDeviation: findings.largeDeviation ?? false,
    advice: findings.advice,
    adviceParams: findings.adviceParams,
  };
}

function acceptedBy(placement: ReadingPlacement): Pick<ReadingOutcome, 'kind' | 'code' | 'params'> {
  return placement.notInCalculation
    ? { kind: 'accepted', code: 'readings.notInCalculation', params: {} }
    : { kind: 'accepted', code: 'readings.accepted', params: acceptedParams(placement) };
}

/** Severest first; within review the verification, which takes longer, before the operator's check. */
function bySeverity(a: ReadingProblem, b: ReadingProblem): number {
  const isVerification = (problem: ReadingProblem) =>
    Number(problem.code === 'readings.additionalVerification');
  return severity[b.kind] - severity[a.kind] || isVerification(b) - isVerification(a);
}

function withProblem(register: RegisterOutcome, problems: readonly ReadingProblem[]): RegisterOutcome {
  const own = problems.find(({ zone }) => zone === register.zone);
  if (own === undefined) return register;
  return { ...register, code: own.code, params: { ...own.params, ...own.comparedWith } };
}

/** Zones without a value for the day, neither from this submission nor an earlier one. */
function missingZones(facts: MeterFacts, given: readonly RegisterOutcome[]): ReadingOutcome['missingZones'] {
  return facts.registers
    .map(({ zone }) => zone)
    .filter((zone) => facts.existing?.values[zone] === undefined && !given.some((one) => one.zone === zone));
}

/**
 * Assesses the readings of one meter (product.md §7, messages.md Readings, facts §2.2). Total: every input has an
 * outcome. Checks in order: input allowed; reading of the same day; digits; lower or roll-over; physical limit; no
 * consumption; deviation from last year; verification. Problems of all registers are reported together and the
 * severest decides. Called by the screen while typing and by the server before storing.
 */
export function assessReadings(
  facts: MeterFacts,
  submission: ReadingSubmission,
  rules: AssessmentRules,
): ReadingOutcome {
  const blocked = blockingState(facts, submission.meterNamed) ?? unknownRegister(facts, submission);
  if (blocked !== undefined) {
    const params = blockingParams(blocked, facts.placement, rules);
    return makeOutcome(facts, { registers: [], problems: [{ kind: 'blocked', code: blocked, params }] });
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
    withReviewDay(
      makeOutcome(facts, findProblems(facts, registers, submission, rules)),
      facts.placement.submittedOn,
      rules,
    )
  );
}

/** Names the day by which an operator decides a reading given on a day. */
function withReviewDay(outcome: ReadingOutcome, givenOn: LocalDate, rules: AssessmentRules): ReadingOutcome {
  return outcome.kind === 'underReview'
    ? { ...outcome, reviewDueOn: reviewDayOf(outcome.code, givenOn, rules.holidays) }
    : outcome;
}

/** A value for a register that the meter lacks belongs to another meter. */
function unknownRegister(facts: MeterFacts, submission: ReadingSubmission): ReadingCode | undefined {
  const isUnknown = Object.entries(submission.values).some(
    ([zone, typed]) => !isUntouched(typed) && !facts.registers.some((register) => register.zone === zone),
  );
  return isUnknown ? 'readings.meterNotFound' : undefined;
}

/** Repeated values get the first answer, others are refused unless sent as a correction. */
function answerOfExisting(
  facts: MeterFacts,
  registers: readonly AssessedRegister[],
  submission: ReadingSubmission,
  rules: AssessmentRules,
): ReadingOutcome | undefined {
  const { existing } = facts;
  if (existing === undefined) return undefined;
  const { kind, code, acceptedOn, receipt } = existing;
  const relation = compareWithExisting(existing, registers);
  if (relation === 'same') {
    const outcome = makeOutcome(facts, { registers, problems: [] });
    const ownParams = code === outcome.code ? outcome.params : {};
    const params = code === 'readings.operatorCheck' ? operatorCheckParams(acceptedOn, rules) : ownParams;
    return { ...withReviewDay({ ...outcome, kind, code, params }, acceptedOn, rules), repeatOf: receipt };
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
  rules: AssessmentRules,
): Findings {
  const problems = registers.flatMap((register) => register.problems);
  if (problems.every(({ kind }) => kind === 'needsConfirmation')) {
    const sum = totalTooLarge(facts, registers, submission, rules);
    if (sum !== undefined) problems.push(sum);
  }
  if (facts.verificationRequested) {
    const cause = { kind: 'requested' } as const;
    problems.push({ kind: 'underReview', code: 'readings.additionalVerification', params: {}, cause });
  }
  const adviceParams = problems.find(({ comparedWith }) => comparedWith)?.comparedWith;
  if (adviceParams) return { registers, problems, advice: 'readings.comparedWith', adviceParams };
  // A register that went back has no energy to compare.
  if (problems.some(({ kind }) => kind === 'refused') || registers.some(({ outcome }) => outcome.isLower))
    return { registers, problems };

  const deviation = assessDeviation(facts, registers, submission, rules);
  if (deviation === undefined) return { registers, problems, advice: 'readings.noStatistics' };
  const { problem, largeDeviation, params } = deviation;
  if (problem === undefined) return { registers, problems, largeDeviation };
  problems.push(problem);
  return { registers, problems, largeDeviation, advice: 'readings.lastYear', adviceParams: params };
}

/** Registers possible one by one but not together: the largest is reported. */
function totalTooLarge(
  facts: MeterFacts,
  registers: readonly AssessedRegister[],
  submission: ReadingSubmission,
  rules: AssessmentRules,
): ReadingProblem | undefined {
  const days = Math.max(...registers.map((register) => register.days));
  const total = registers.map(({ outcome }) => outcome.energy).reduce(addEnergy, fromKwh(0));
  const limit = physicalLimit(facts.contractedPowerWatts, days);
  if (total <= limit) return undefined;
  const largest = registers.reduce((a, b) => (b.outcome.energy > a.outcome.energy ? b : a));
  return tooLarge(facts, submission, rules, { zone: largest.outcome.zone, energy: total, limit });
}
