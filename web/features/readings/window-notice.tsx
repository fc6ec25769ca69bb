import { formatText } from '#contract/messages/format-text.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { showDate, showMoment, showPeriod, showTimeLeft } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import { clock } from '#web/ui/icons.ts';
import type { WindowData } from './reading-types.ts';
import { text } from './text.ts';
import styles from './window-notice.module.css';

/** Until when readings are taken, how long that is, and as of which day one given now counts. */
export function WindowNotice({ window }: { window: WindowData }) {
  const now = useNow();
  const { isOpen, closesAt, opensOn, period, effectiveDate } = window;
  const left = instantFromIso(closesAt) - now;
  const countsToday = !isOpen && effectiveDate === kyivDateOf(now);
  const day = showDate(effectiveDate);
  const title = isOpen
    ? formatText(text.windowOpen, { period: showPeriod(period), moment: showMoment(closesAt) })
    : text.windowClosed;
  const time =
    left <= 0
      ? text.windowOver
      : isOpen
        ? formatText(text.windowLeft, { left: showTimeLeft(left) })
        : formatText(text.windowOpens, { day: showDate(opensOn) });
  return (
    <div className={styles.notice}>
      <Icon drawing={clock} size={24} />
      <div>
        <p className={styles.title}>{title}</p>
        <p>
          {time} {formatText(countsToday ? text.windowCountsToday : text.windowCounts, { day })}
        </p>
      </div>
    </div>
  );
}
