import { addEnergy, fromKwh } from '#domain/energy.ts';
import type { AssessedRegister } from './assess-register.ts';
import type { MeterFacts } from './meter-facts.ts';
import type {
  ReadingOutcome,
  ReadingOutcomeKind,
  ReadingProblem,
  RegisterOutcome,
} from './reading-outcome.ts';

/** What the rules found about the touched registers of a meter. */
export type Findings = {
  registers: readonly AssessedRegister[];
  problems: readonly ReadingProblem[];
  largeDeviation?: boolean;
  advice?: ReadingOutcome['advice'];
};

const severity: Record<ReadingOutcomeKind, number> = {
  accepted: 0,
  underReview: 1,
  needsConfirmation: 2,
  refused: 3,
  blocked: 4,
};

/** The outcome of these findings: the severest problem gives it its kind and code; without any it is accepted. */
export function makeOutcome(facts: MeterFacts, findings: Findings): ReadingOutcome {
  const { placement } = facts;
  const problems = [...findings.problems].sort(bySeverity);
  const registers = findings.registers.map(({ outcome }) => withProblem(outcome, problems));
  const severest = problems[0];
  return {
    kind: severest?.kind ?? 'accepted',
    code: severest?.code ?? (placement.notInCalculation ? 'readings.notInCalculation' : 'readings.accepted'),
    params: severest?.params ?? {},
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
  };
}

/** Severest first; of those under review the verification, which takes longer, before the operator's look. */
function bySeverity(a: ReadingProblem, b: ReadingProblem): number {
  const isVerification = (problem: ReadingProblem) =>
    Number(problem.code === 'readings.additionalVerification');
  return severity[b.kind] - severity[a.kind] || isVerification(b) - isVerification(a);
}

function withProblem(register: RegisterOutcome, problems: readonly ReadingProblem[]): RegisterOutcome {
  const own = problems.find(({ zone }) => zone === register.zone);
  return own === undefined ? register : { ...register, code: own.code, params: own.params };
}

/** Zones that have no value as of the day, neither from this submission nor from one before it. */
function missingZones(facts: MeterFacts, given: readonly RegisterOutcome[]): ReadingOutcome['missingZones'] {
  return facts.registers
    .map(({ zone }) => zone)
    .filter((zone) => facts.existing?.values[zone] === undefined && !given.some((one) => one.zone === zone));
}
