import { type ReactNode, useId, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showPeriod } from '#web/lib/format.ts';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { text } from '../text.ts';
import styles from './closed-months.module.css';
import type { ReadingOfMeter } from './history-rows.ts';
import { RecalculationRequest } from './recalculation-request.tsx';

interface ClosedMonthsProps {
  account: string;
  /** Accepted readings of closed months, newest first; at least one. */
  readings: readonly ReadingOfMeter[];
  help: ReactNode;
}

/** What happens with a mistake in a reading of a closed month, and how to request a recalculation. */
export function ClosedMonths({ account, readings, help }: ClosedMonthsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(readings[0]?.key);
  const reading = readings.find(({ key }) => key === chosen) ?? readings[0];
  if (!reading) return null;
  return (
    <Disclosure summary={text.closedSummary}>
      <div className={styles.closed}>
        <p>{text.closedWords}</p>
        <label htmlFor={id}>{text.closedWhich}</label>
        <select
          id={id}
          className={styles.select}
          value={reading.key}
          onChange={(event) => setChosen(event.target.value)}
        >
          {readings.map(({ key, period, effectiveDate, meterSerial }) => (
            <option key={key} value={key}>
              {formatText(text.closedOption, {
                period: showPeriod(period),
                day: showDate(effectiveDate),
                serial: meterSerial,
              })}
            </option>
          ))}
        </select>
        <RecalculationRequest
          key={reading.key}
          reading={{ ...reading, account, right: undefined, reason: undefined }}
          help={help}
        />
      </div>
    </Disclosure>
  );
}
