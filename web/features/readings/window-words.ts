import { formatText } from '#contract/messages/format-text.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { showDate, showMoment, showPeriod, showTimeLeft } from '#web/lib/format.ts';
import type { WindowData } from './api.ts';
import { windowText as text } from './window-text.ts';

/** When the reading window closes, and the time left with the day as of which a reading given now counts. */
export function windowWords(window: WindowData, now: Instant): { title: string; rest: string } {
  const { isOpen, closesAt, opensOn, period, effectiveDate } = window;
  const left = instantFromIso(closesAt) - now;
  const countsToday = !isOpen && effectiveDate === kyivDateOf(now);
  const day = showDate(effectiveDate);
  const title = isOpen
    ? formatText(text.open, { period: showPeriod(period), moment: showMoment(closesAt) })
    : text.closed;
  const time =
    left <= 0
      ? text.over
      : isOpen
        ? formatText(text.left, { left: showTimeLeft(left) })
        : formatText(text.opens, { day: showDate(opensOn) });
  return { title, rest: `${time} ${formatText(countsToday ? text.countsToday : text.counts, { day })}` };
}
