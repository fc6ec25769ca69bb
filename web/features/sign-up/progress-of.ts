import { formatText } from '#contract/messages/format-text.ts';
import type { SignUpStep } from './sign-up-steps.ts';
import { text } from './text.ts';

/** Which step of how many this is, in words. */
export function progressOf(steps: readonly SignUpStep[], step: SignUpStep): string {
  return formatText(text.progress, { step: steps.indexOf(step) + 1, steps: steps.length });
}
