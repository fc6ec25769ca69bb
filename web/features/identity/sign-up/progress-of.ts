import { formatText } from '#contract/messages/format-text.ts';
import type { SignUpStep } from './sign-up-steps.ts';
import { text } from './text.ts';

/** The number of this step and of all steps, in words. */
export function progressOf(steps: readonly SignUpStep[], step: SignUpStep): string {
  return formatText(text.progress, { step: steps.indexOf(step) + 1, steps: steps.length });
}
