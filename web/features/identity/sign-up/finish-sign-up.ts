import { formatText } from '#contract/messages/format-text.ts';
import { type Refusal, refusalOfFailure } from '#web/lib/form/form-problems.ts';
import type { SignInCallbacks } from '#web/session/sign-in.ts';
import type { SignUpResult } from './api.ts';
import { codeFields } from './code-fields.ts';
import { type FieldSteps, refusedStep } from './refused-step.ts';
import type { SignUpStep } from './sign-up-steps.ts';
import type { StepProps } from './step-props.ts';
import { text } from './text.ts';

/** The number of this step and of all steps, in words. */
export function progressOf(steps: readonly SignUpStep[], step: SignUpStep): string {
  return formatText(text.progress, { step: steps.indexOf(step) + 1, steps: steps.length });
}

/** The props of the last step. */
export interface FinishProps extends StepProps {
  ends: SignInCallbacks;
  steps: readonly SignUpStep[];
  fieldSteps: FieldSteps;
  /** Called with the reason when the cabinet was created but the sign-in was refused. */
  onMade: (cause: string) => void;
}

/**
 * Finishes the last step. The call of a sign-up makes the cabinet and nothing else; the ordinary call signs in, so that
 * sessions, attempts and second steps begin in one place. Signs in, or returns to the step of a refused field. A refusal of this step or of the whole
 * form is answered, to be shown.
 */
export async function finishSignUp(result: SignUpResult, props: FinishProps): Promise<Refusal | undefined> {
  const { ends, steps, fieldSteps, dispatch, onMade } = props;
  if (result.kind === 'created') {
    const { signInResult } = result;
    if (signInResult.kind === 'entered') ends.onEntered();
    else if (signInResult.kind === 'challenge') await ends.onChallenge(signInResult.challenge);
    else onMade(signInResult.failure.message);
    return undefined;
  }
  const refusal = refusalOfFailure(result.failure, codeFields);
  const step = refusedStep(refusal, steps, fieldSteps);
  if (step === undefined || step === 'finish') return refusal;
  dispatch({ type: 'refused', step, refusal });
  return undefined;
}
