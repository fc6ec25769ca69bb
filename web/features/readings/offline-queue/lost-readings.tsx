import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { QueuedReading } from './queued-reading.ts';
import { shownValues } from './shown-values.ts';
import { text } from './text.ts';

/** Queued readings of an object about to be removed: they would never be sent. */
export function LostReadings({ readings }: { readings: readonly QueuedReading[] }) {
  return (
    <Notice kind="warn" title={text.lostTitle}>
      {readings.map((reading) => (
        <p key={reading.id}>
          {formatText(text.lost, { values: shownValues(reading), moment: showMoment(reading.takenAt) })}
        </p>
      ))}
      <p>{text.lostWith}</p>
    </Notice>
  );
}
