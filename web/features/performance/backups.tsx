import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import styles from './performance.module.css';
import type { PerformanceState } from './performance-queries.ts';
import { text } from './text.ts';

type Backup = NonNullable<PerformanceState['backup']>;

const tones = {
  copy: { none: 'bad', old: 'bad', fresh: 'good' },
  check: { never: 'note', failed: 'bad', good: 'good' },
  log: { off: 'note', old: 'bad', fresh: 'good' },
} as const satisfies { readonly [Part in 'copy' | 'check' | 'log']: Record<Backup[Part], StateTone> };

function Mark({ tone, words, time }: { tone: StateTone; words: string; time: string | null }) {
  return (
    <StateMark tone={tone}>
      {formatText(words, { time: time === null ? text.none : showMoment(time) })}
    </StateMark>
  );
}

/** What was done last for backups, and what is to be done when there are none. */
export function Backups({ state: { backup } }: { state: PerformanceState }) {
  const words = text.backupStates;
  return (
    <section className={styles.part} aria-labelledby="performance-backups">
      <h2 id="performance-backups">{text.backups}</h2>
      {!backup ? (
        <>
          <StateMark tone="bad">{text.backupNone}</StateMark>
          <p>{text.backupNoneNext}</p>
        </>
      ) : (
        <dl className={styles.facts}>
          <div>
            <dt>{text.backupCopy}</dt>
            <dd>
              <Mark
                tone={tones.copy[backup.copy]}
                words={words.copy[backup.copy]}
                time={backup.lastBackupAt}
              />
            </dd>
          </div>
          <div>
            <dt>{text.backupCheck}</dt>
            <dd>
              <Mark
                tone={tones.check[backup.check]}
                words={words.check[backup.check]}
                time={backup.lastCheckAt}
              />
            </dd>
          </div>
          <div>
            <dt>{text.backupLog}</dt>
            <dd>
              <Mark tone={tones.log[backup.log]} words={words.log[backup.log]} time={backup.walArchivedAt} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}
