import { useMemo } from 'react';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DayNightCalculator, type ShowTariffs } from './day-night-calculator.tsx';
import styles from './day-night-panel.module.css';
import { type Month, nightMonths, type Tariffs, versionsOf } from './night-months.ts';
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
export function DayNightPanel(props: DayNightPanelProps) {
  return (
    <QueryPart
      query={useDayNight(props.account)}
      failed={text.failed}
      skeleton={
        <div className={styles.waiting} aria-busy="true">
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <div className={styles.skeleton}>
            <Skeleton shape="title" />
            <Skeleton shape="tile" />
          </div>
          <div className={styles.skeleton}>
            <Skeleton shape="title" />
            <Skeleton shape="figure" />
            <Skeleton shape="tile" />
          </div>
        </div>
      }
    >
      {({ consumption, tariffs }) => <Calculator {...props} months={consumption.months} tariffs={tariffs} />}
    </QueryPart>
  );
}

interface CalculatorProps extends DayNightPanelProps {
  months: readonly Month[];
  tariffs: Tariffs;
}

function Calculator({ account, month, onMonth, showTariffs, months, tariffs }: CalculatorProps) {
  const facts = useMemo(() => {
    const versions = versionsOf(tariffs);
    return { versions, months: nightMonths(months, versions) };
  }, [months, tariffs]);
  if (facts.versions.length === 0) return <p className={styles.empty}>{text.noTariff}</p>;
  return (
    <DayNightCalculator
      key={account}
      tariffs={tariffs}
      versions={facts.versions}
      months={facts.months}
      month={month}
      onMonth={onMonth}
      showTariffs={showTariffs}
    />
  );
}
