import { formatText } from '#contract/messages/format-text.ts';
import { useSecondsLeft } from '#web/ui/resend-button.tsx';
import { text } from './sent-code-text.ts';

/** What is said of a code that was sent before: `where` it went, and when another may be asked for, counted down. */
export function useSentCode(where: string, seconds: number): string {
  const left = useSecondsLeft(seconds);
  const next =
    left > 120
      ? formatText(text.nextInMinutes, { minutes: Math.ceil(left / 60) })
      : left > 0
        ? formatText(text.nextIn, { seconds: left })
        : text.nextNow;
  return formatText(text.standing, { where, next });
}
