import type { Refusal } from '#web/lib/form/form-problems.ts';
import type { SignUpStep } from './sign-up-steps.ts';

/** The step of each field of a sign-up. */
export type FieldSteps = Readonly<Record<string, SignUpStep>>;

/** The step of the first field that the server refused; undefined when the refusal names no field. */
export function refusedStep(
  refusal: Refusal,
  steps: readonly SignUpStep[],
  fieldSteps: FieldSteps,
): SignUpStep | undefined {
  const refused = Object.keys(refusal.fields).map((field) => fieldSteps[field]);
  return steps.find((step) => refused.includes(step));
}
