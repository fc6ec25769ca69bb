import type { LivePayload } from '#contract/live.ts';
import { showPeriod } from '#web/lib/format.ts';
import { useLiveTopic } from '#web/lib/query/live.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import styles from './progress-panel.module.css';
import { text } from './text.ts';

type Run = LivePayload<'billing-progress'>['runs'][number];

/** "Закриття періоду жовтень 2026: нараховуємо, 40 %". */
function textOf({ kind, subject, step, state, done, total }: Run): string {
  const title = text.kinds[kind](kind === 'closing' || kind === 'dryRun' ? showPeriod(subject) : subject);
  if (state !== 'running') return `${title}: ${text.ends[state]}`;
  if (total === 0) return `${title}: ${text.steps[step]}`;
  const share = Math.floor((Math.min(done, total) / total) * 100);
  return `${title}: ${text.steps[step]}, ${text.percent(share)}`;
}

/** Closings and imports with their progress, live; nothing while nothing runs or nothing is known. */
export function ProgressPanel() {
  const runs = useLiveTopic('billing-progress')?.runs ?? [];
  if (runs.length === 0) return null;
  return (
    <Card labelledBy="billing-progress">
      <h2 id="billing-progress" className={styles.title}>
        {text.title}
      </h2>
      <Stack as="ul" gap="2">
        {runs.map((run) => (
          <li key={`${run.kind} ${run.subject}`}>
            <ProgressBar done={run.done} total={run.total} label={textOf(run)} />
          </li>
        ))}
      </Stack>
    </Card>
  );
}
