import { formatText } from '#contract/messages/format-text.ts';
import type { PerformanceSpan } from '#contract/performance/performance-history.ts';
import type { Instant } from '#domain/time/instant.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Backups } from './backups.tsx';
import { Calls, LastMinute, Nodes, Together, Verdict } from './live-figures.tsx';
import { History, WindowReadings } from './past-figures.tsx';
import styles from './performance.module.css';
import { useLivePerformance } from './performance-queries.ts';
import { showSecond } from './performance-words.ts';
import { text } from './text.ts';

interface DashboardProps {
  span: PerformanceSpan;
  onSpan: (span: PerformanceSpan) => void;
}

/** What the servers do: is it well, what is not, since when, who is hit; then the figures behind it and the last hour or day. */
export function Dashboard(props: DashboardProps) {
  return (
    <>
      <LiveFigures />
      <WindowReadings />
      <History {...props} />
    </>
  );
}

function LiveFigures() {
  const { state, arrivedAt, isStale } = useLivePerformance();
  if (state === undefined) {
    return isStale ? (
      <Notice kind="bad" live="status" title={text.notComing}>
        {text.notComingNext}
      </Notice>
    ) : (
      <div className={styles.part} aria-busy="true">
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <Skeleton shape="title" />
        <Skeleton shape="tile" />
        <Skeleton shape="chart" />
      </div>
    );
  }
  return (
    <>
      {isStale ? (
        <Notice kind="warn" live="status" title={text.staleTitle}>
          {formatText(text.stale, { time: showSecond(arrivedAt ?? (Date.parse(state.at) as Instant)) })}
        </Notice>
      ) : (
        <Text size="s" tone="quiet" isNumeric>
          {formatText(text.asOf, { time: showSecond(Date.parse(state.at) as Instant) })}
        </Text>
      )}
      <div className={styles.live} data-stale={isStale}>
        <Verdict state={state} />
        <Together state={state} />
        <LastMinute state={state} />
        <Nodes state={state} />
        <Backups state={state} />
        <Calls state={state} />
      </div>
    </>
  );
}
