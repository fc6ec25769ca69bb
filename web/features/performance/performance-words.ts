import { formatText } from '#contract/messages/format-text.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { showDecimal, showRounded } from '#web/lib/numbers/show-decimal.ts';
import { text } from './text.ts';

const mib = 1024 * 1024;
const two = (value: number) => String(value).padStart(2, '0');

/** A moment on a Kyiv clock with its seconds: "23:05:12". */
export function showSecond(instant: Instant): string {
  const { hour, minute } = kyivTimeOf(instant);
  return `${two(hour)}:${two(minute)}:${two(Math.floor(instant / 1000) % 60)}`;
}

/** Without seconds: "23:05". */
export function showMinute(wire: string): string {
  const { hour, minute } = kyivTimeOf(Date.parse(wire) as Instant);
  return `${two(hour)}:${two(minute)}`;
}

/** "8,4 мс", "2,1 с", "3 хв"; null is a dash. */
export function showMs(ms: number | null): string {
  if (ms === null) return text.none;
  if (ms < 1000) return formatText(text.ms, { n: showRounded(ms) });
  return showSeconds(ms / 1000);
}

export function showSeconds(seconds: number): string {
  if (seconds < 120) return formatText(text.seconds, { n: showRounded(seconds) });
  return formatText(text.minutes, { n: Math.round(seconds / 60) });
}

/** A share of one: "3,2 %". */
export function showShare(share: number | null): string {
  return share === null ? text.none : formatText(text.percent, { n: showDecimal(share * 100) });
}

/** "240 МіБ", "1,4 ГіБ". */
export function showBytes(bytes: number): string {
  const inMib = bytes / mib;
  return inMib < 1024
    ? formatText(text.mib, { n: Math.round(inMib) })
    : formatText(text.gib, { n: showDecimal(inMib / 1024) });
}
