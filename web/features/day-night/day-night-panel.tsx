import { useMemo } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { DayNightCalculator, type ShowTariffs } from './day-night-calculator.tsx';
import styles from './day-night-panel.module.css';
import { nightMonths, versionsOf } from './night-months.ts';
import { text } from './text.ts';
import { useDayNight } from './use-day-night.ts';

interface DayNightPanelProps {
  account: string;
  /** The month in the URL; undefined: all months. */
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
  showTariffs: ShowTariffs;
}

/** What a two-zone meter would save the account, or saves it, by its own months. */
export function DayNightPanel({ account, month, onMonth, showTariffs }: DayNightPanelProps) {
  const { data, error, isFetching, retry } = useDayNight(account);
  const facts = useMemo(() => {
    if (!data) return undefined;
    const versions = versionsOf(data.tariffs);
    return { versions, months: nightMonths(data.months, versions) };
  }, [data]);
  if (!data || !facts) {
    return error ? (
      <FailedPart
        title={text.failed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={retry}
      />
    ) : (
      <div className={styles.waiting} aria-busy="true">
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <div className={styles.bones}>
          <Skeleton shape="title" />
          <Skeleton shape="tile" />
        </div>
        <div className={styles.bones}>
          <Skeleton shape="title" />
          <Skeleton shape="figure" />
          <Skeleton shape="tile" />
        </div>
      </div>
    );
  }
  if (facts.versions.length === 0) return <p className={styles.empty}>{text.noTariff}</p>;
  return (
    <DayNightCalculator
      key={account}
      tariffs={data.tariffs}
      versions={facts.versions}
      months={facts.months}
      month={month}
      onMonth={onMonth}
      showTariffs={showTariffs}
    />
  );
}
