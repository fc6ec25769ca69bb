import type { ExportProgress } from '#billing/modules/export/public.ts';
import type { ImportProgress } from '#billing/modules/import/public.ts';

type Progress = ImportProgress | ExportProgress;

/** Output of progress; for example `process.stderr`. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const BAR_WIDTH = 30;
const MILLISECONDS_BETWEEN = 100;
const STEP_OF_LINES = 25;

const verbs = {
  reading: 'Reading',
  checking: 'Checking',
  loading: 'Loading',
  closing: 'Closing',
  writing: 'Writing',
} as const;

function subjectOf(progress: Progress): string {
  switch (progress.step) {
    case 'checking':
      return 'rules between files';
    case 'reading':
    case 'writing':
      return progress.file;
    case 'loading':
      return progress.table;
    case 'closing':
      return progress.period;
  }
}

/** "11 200/s, 1:25 left", from the accounts done since the first progress of a period. */
function paceOf(done: number, total: number, since: { done: number; at: number }, now: number): string {
  const seconds = (now - since.at) / 1000;
  const perSecond = seconds > 0 ? (done - since.done) / seconds : 0;
  if (perSecond <= 0) return '';
  const left = Math.ceil((total - done) / perSecond);
  const minutes = Math.floor(left / 60);
  const rate = String(Math.round(perSecond)).replace(/\B(?=(\d{3})+$)/g, ' ');
  return `${rate}/s, ${minutes}:${String(left % 60).padStart(2, '0')} left`;
}

/**
 * Prints the progress of an import, an export or a closing: a redrawn bar on a terminal; elsewhere one line per quarter of a step,
 * to keep logs short. A closing also has accounts per second and the remaining time. `elapsed` is in milliseconds.
 */
export function createProgressPrinter(output: ProgressOutput, elapsed: () => number) {
  let lastTitle = '';
  let lastQuarter = -1;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let since = { done: 0, at: 0 };
  return {
    show(progress: Progress): void {
      const title = `${verbs[progress.step]} ${subjectOf(progress)}`;
      if (title !== lastTitle) since = { done: progress.done, at: elapsed() };
      const pace = progress.step === 'closing' ? paceOf(progress.done, progress.total, since, elapsed()) : '';
      const share = progress.total > 0 ? Math.min(progress.done / progress.total, 1) : 1;
      const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
      if (output.isTTY) {
        if (title === lastTitle && share < 1 && elapsed() - drawnAt < MILLISECONDS_BETWEEN) return;
        const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
        output.write(`\r${bar} ${percent}  ${title.padEnd(pace === '' ? 40 : 16)}${pace.padEnd(24)}`);
        drawnAt = elapsed();
      } else {
        const quarter = Math.floor((share * 100) / STEP_OF_LINES);
        if (title === lastTitle && quarter === lastQuarter) return;
        output.write(`${percent}  ${title} (${Math.round(elapsed() / 1000)} s${pace && `, ${pace}`})\n`);
        lastQuarter = quarter;
      }
      lastTitle = title;
    },
    end(): void {
      if (output.isTTY && lastTitle !== '') output.write('\n');
    },
  };
}
