import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { BlockedMeter } from './blocked-meter.tsx';
import styles from './meter-reading.module.css';
import { OpenMeter } from './open-meter.tsx';
import { text } from './text.ts';
import type { SubmissionOptions } from './use-submission.ts';

interface MeterReadingProps {
  options: SubmissionOptions;
  /** How to reach the supplier. */
  help: ReactNode;
}

/** One meter by its serial number: what blocks it, or its reading. */
export function MeterReading({ options, help }: MeterReadingProps) {
  const { meter } = options;
  const titleId = useId();
  return (
    <section className={styles.meter} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {formatText(text.meter, { serial: meter.serialNumber })}
        <span className={styles.type}>{meter.meterType}</span>
      </h2>
      {meter.blocked ? (
        <BlockedMeter reason={meter.blocked} help={help} />
      ) : (
        <OpenMeter options={options} help={help} />
      )}
    </section>
  );
}
