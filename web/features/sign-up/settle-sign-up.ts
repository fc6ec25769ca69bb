import { type Refusal, refusalOfFailure } from '#web/lib/form-problems.ts';
import type { WayInEnds } from '#web/session/settle-coming-in.ts';
import type { SignUpEnd } from './api.ts';
import { codePlaces } from './code-places.ts';
import { type FieldSteps, refusedStep } from './refused-step.ts';
import type { SignUpStep } from './sign-up-steps.ts';
import type { StepProps } from './step-props.ts';

/** What the last step gets beside what every step gets. */
export interface FinishProps extends StepProps {
  ends: WayInEnds;
  steps: readonly SignUpStep[];
  fieldSteps: FieldSteps;
  /** The cabinet is there, but signing in to it was refused for this. */
  onMade: (cause: string) => void;
}

/**
 * Goes on from the last step: in, or back to the step where the refused field stands. A refusal of this step or of the
 * whole form is given back to be shown.
 */
export async function settleSignUp(end: SignUpEnd, props: FinishProps): Promise<Refusal | undefined> {
  const { ends, steps, fieldSteps, dispatch, onMade } = props;
  if (end.kind === 'made') {
    const { comingIn } = end;
    if (comingIn.kind === 'entered') ends.onEntered();
    else if (comingIn.kind === 'challenge') await ends.onChallenge(comingIn.challenge);
    else onMade(comingIn.failure.message);
    return undefined;
  }
  const refusal = refusalOfFailure(end.failure, codePlaces);
  const step = refusedStep(refusal, steps, fieldSteps);
  if (step === undefined || step === 'finish') return refusal;
  dispatch({ type: 'refused', step, refusal });
  return undefined;
}
