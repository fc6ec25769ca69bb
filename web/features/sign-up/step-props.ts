import type { FormEvent, ReactNode } from 'react';
import type { SignUpEvent, SignUpState } from './sign-up-steps.ts';
import type { Draft } from './use-draft.ts';

/** What every step of a sign-up gets. */
export interface StepProps {
  state: SignUpState;
  dispatch: (event: SignUpEvent) => void;
  draft: Draft;
  keep: (event: FormEvent<HTMLFormElement>) => void;
  /** Which step of how many this is, in words. */
  progress: string;
  /** Other ways, below the form. */
  foot: ReactNode;
}
