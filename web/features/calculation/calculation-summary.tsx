import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showKwh, showMoney } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { info } from '#web/ui/icons.ts';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './calculation-summary.module.css';
import type { Calculation } from './calculation-types.ts';
import { MonthStrip } from './month-strip.tsx';
import { pluralDays } from './plural-days.ts';
import { text } from './text.ts';

interface CalculationSummaryProps {
  calculation: Calculation;
  /** The way to giving a reading. */
  giveReading: ReactNode;
  /** The way to the readings that stand. */
  seeReadings: ReactNode;
  /** The way to the address that photos of the meter are sent to. */
  sendPhoto: ReactNode;
}

/** The sum so far, how sure it is, and what makes it surer: the evening with the month as a row of windows. */
export function CalculationSummary(props: CalculationSummaryProps) {
  const { calculation, giveReading, seeReadings, sendPhoto } = props;
  const { sum, kwh, days, basis, calculatedOn, note, nextStep } = calculation;
  const closedTo = nextStep === 'giveReading' ? null : nextStep;
  const id = useId();
  return (
    <section className={styles.summary} data-tone="dusk" aria-labelledby={id}>
      <div className={styles.figure}>
        <h2 id={id} className={styles.label}>
          {formatText(text.soFar, { date: showDate(calculatedOn) })}
        </h2>
        <p>
          <MoneyFigure sum={showMoney(sum)} unit={text.unit} size="xl" />
        </p>
        <p className={styles.total}>
          {formatText(text.total, { kwh: showKwh(kwh), days: pluralDays(days) })}
        </p>
      </div>
      <div className={styles.how}>
        <p className={styles.basis}>{text.basis[basis]}</p>
        <MonthStrip {...calculation} />
      </div>
      <div className={styles.next}>
        {note && (
          <p className={styles.note}>
            <Icon drawing={info} />
            <span>
              {note.message} {closedTo && text.closedTo[closedTo]}
            </span>
          </p>
        )}
        <div className={styles.actions}>
          {nextStep === 'giveReading' ? giveReading : nextStep === 'inputBlocked' ? sendPhoto : seeReadings}
        </div>
        <p className={styles.preliminary}>{text.preliminary}</p>
      </div>
    </section>
  );
}
