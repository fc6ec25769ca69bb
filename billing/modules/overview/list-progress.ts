import { PROGRESS_LIST } from '#billing/api/billing-periods.ts';
import { answer, type ModuleOutput } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listInProgress } from '#billing/modules/bank-statements/public.ts';
import { listClosingStates } from '#billing/modules/charges/public.ts';
import { findImportRun } from '#billing/modules/import/public.ts';

type Run = ModuleOutput<typeof PROGRESS_LIST>['runs'][number];

/** Periods are closed one after another: what moves is among the latest, but for a history. */
const maxPeriods = 36;
const maxStatements = 20;
/** How long an ended closing is still listed. */
const shownAfterCloseMs = 10 * 60_000;

/** PROGRESS_LIST: reads counters that the workers store, wherever they run. */
export const handleProgressList = handleModule(PROGRESS_LIST, ({ db, clock }) => async () => {
  const [periods, statements, imported] = await Promise.all([
    listClosingStates(db, maxPeriods),
    listInProgress(db, maxStatements),
    findImportRun(db),
  ]);
  // An import closes the months of the history itself.
  const isHistory = imported?.state === 'running' && imported.step === 'closing';
  const closings = periods.flatMap(({ period, state, isLocked, done, total, closedAt }): Run[] => {
    if (done === null || total === null || state === 'open' || isHistory) return [];
    const isShown = state === 'closing' || (closedAt !== null && closedAt > clock.now() - shownAfterCloseMs);
    if (!isShown) return [];
    const reached = state === 'closed' ? 'done' : isLocked ? 'running' : 'interrupted';
    return [{ kind: 'closing', subject: period, step: 'closing', state: reached, done, total }];
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
  return answer({ runs: [...closings, ...imports, ...uploads] });
});
