import { formatText } from '#contract/messages/format-text.ts';
import { useSecondsLeft } from '#web/ui/form/resend-button.tsx';
import type { ApiResult } from '../api.ts';
import type { ApiFailure } from '../api-failure.ts';
import { text } from './sent-code-text.ts';

/** A code is on its way, or came before. */
export interface CodeWait {
  /** Until the next may be asked for. */
  seconds: number;
  /** None was sent now: the one that was sent before is asked for. */
  alreadySent: boolean;
}

/** What became of a call that sends a code: how long until the next may be asked for, or why there is none. */
export async function waitOfCode(
  call: Promise<ApiResult<{ resendAfterSeconds?: number | undefined; alreadySent?: boolean | undefined }>>,
): Promise<CodeWait | ApiFailure> {
  const result = await call;
  if (!result.ok) return result.failure;
  const { resendAfterSeconds: seconds = 0, alreadySent = false } = result.data;
  return { seconds, alreadySent };
}

/** Whether there is a code to ask for. */
export function isCodeWait(answer: CodeWait | ApiFailure): answer is CodeWait {
  return 'alreadySent' in answer;
}

/** What is said of a code that was sent before: `where` it went, and when another may be asked for, counted down. */
export function useSentCode(where: string, seconds: number): string {
  const left = useSecondsLeft(seconds);
  const next =
    left > 120
      ? formatText(text.nextInMinutes, { minutes: Math.ceil(left / 60) })
      : left > 0
        ? formatText(text.nextIn, { seconds: left })
        : text.nextNow;
  return formatText(text.codeActive, { where, next });
}
