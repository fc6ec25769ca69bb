import { PROGRESS_LIST } from '#billing/api/billing-periods.ts';
import { answer, type ModuleOutput } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listInProgress } from '#billing/modules/bank-statements/public.ts';
import { listClosingStates, listRunsInProgress } from '#billing/modules/charges/public.ts';
import { findImportRun } from '#billing/modules/import/public.ts';
import type { Instant } from '#domain/time/instant.ts';

type Run = ModuleOutput<typeof PROGRESS_LIST>['runs'][number];

/** Periods are closed one after another: what moves is among the latest, but for a history. */
const maxPeriods = 36;
const maxStatements = 20;
/** How long an ended closing or dry run is still listed. */
const shownAfterCloseMs = 10 * 60_000;

/** PROGRESS_LIST: reads counters that the workers store, wherever they run. */
export const handleProgressList = handleModule(PROGRESS_LIST, ({ db, clock }) => async () => {
  const shownFrom = (clock.now() - shownAfterCloseMs) as Instant;
  const [periods, asked, statements, imported] = await Promise.all([
    listClosingStates(db, maxPeriods),
    listRunsInProgress(db, shownFrom),
    listInProgress(db, maxStatements),
    findImportRun(db),
  ]);
  const pausedMonths = new Set(
    asked.filter(({ kind, state }) => kind === 'closing' && state === 'paused').map(({ period }) => period),
  );
  // An import closes the months of the history itself.
  const isHistory = imported?.state === 'running' && imported.step === 'closing';
  const closings = periods.flatMap(({ period, state, isLocked, done, total, closedAt }): Run[] => {
    if (done === null || total === null || state === 'open' || isHistory) return [];
    const isShown = state === 'closing' || (closedAt !== null && closedAt > shownFrom);
    if (!isShown) return [];
    const cut = pausedMonths.has(period) ? 'paused' : 'interrupted';
    const reached = state === 'closed' ? 'done' : isLocked ? 'running' : cut;
    return [{ kind: 'closing', subject: period, step: 'closing', state: reached, done, total }];
  });
  const dryRuns = asked.flatMap(({ kind, period, state, done, total, isAlive }): Run[] => {
    if (kind !== 'dryRun' || state === 'stopped') return [];
    const ended = state === 'done' || state === 'failed' || state === 'refused' ? state : undefined;
    const reached = ended ?? (isAlive || state === 'waiting' ? 'running' : 'interrupted');
    return [{ kind, subject: period, step: 'checking', state: reached, done, total: total ?? 0 }];
  });
  const imports = imported
    ? [
        {
          kind: 'import' as const,
          subject: imported.folderName,
          step: imported.step,
          state: imported.state,
          done: imported.done,
          total: imported.total,
        },
      ]
    : [];
  const uploads = statements.map(
    ({ fileName, state, progress }): Run => ({
      kind: 'bankStatement',
      subject: fileName,
      step: state === 'reading' || state === 'checking' ? state : 'booking',
      state: 'running',
      ...progress,
    }),
  );
  return answer({ runs: [...closings, ...dryRuns, ...imports, ...uploads] });
});
