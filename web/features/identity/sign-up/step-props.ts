import type { FormEvent, ReactNode } from 'react';
import type { SignUpEvent, SignUpState } from './sign-up-steps.ts';
import type { Draft } from './use-draft.ts';

/** The props of every step of a sign-up. */
export interface StepProps {
  state: SignUpState;
  dispatch: (event: SignUpEvent) => void;
  draft: Draft;
  keep: (event: FormEvent<HTMLFormElement>) => void;
  /** The number of this step and of all steps, in words. */
  progress: string;
  /** Links below the form. */
  foot: ReactNode;
}
