import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { shownValues } from './shown-values.ts';
import { text } from './text.ts';
import type { WaitingReading } from './waiting-reading.ts';

/** Where an object is about to leave the cabinet: what was given for it and would never be handed in. */
export function LostReadings({ readings }: { readings: readonly WaitingReading[] }) {
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
