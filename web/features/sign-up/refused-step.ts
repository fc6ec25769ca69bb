import type { Refusal } from '#web/lib/form-problems.ts';
import type { SignUpStep } from './sign-up-steps.ts';

/** The step at which each field of a sign-up stands. */
export type FieldSteps = Readonly<Record<string, SignUpStep>>;

/** The step to which an answer of the server leads: the first that has a refused field; none when it concerns them all. */
export function refusedStep(
  refusal: Refusal,
  steps: readonly SignUpStep[],
  fieldSteps: FieldSteps,
): SignUpStep | undefined {
  const refused = Object.keys(refusal.fields).map((field) => fieldSteps[field]);
  return steps.find((step) => refused.includes(step));
}
