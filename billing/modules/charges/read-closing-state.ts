import { PERIOD_CLOSING_STATE } from '#billing/api/billing-periods.ts';
import { answer } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { listClosingStates, type PeriodProgressRow } from './period-progress-store.ts';

/** PERIOD_CLOSING_STATE: for who looks on while a period is being closed, here or in another process. */
export const handlePeriodClosingState = handleModule(PERIOD_CLOSING_STATE, ({ db }) => async ({ limit }) => {
  const rows = await listClosingStates(db, limit);
  return answer({
    periods: rows.map((row) => ({
      period: row.period,
      state: row.state,
      isRunning: row.state === 'closing' && row.isLocked,
      done: row.done,
      total: row.total,
      startedAt: isoOf(row.startedAt),
      closedAt: isoOf(row.closedAt),
      perSecond: perSecondOf(row),
    })),
  });
});

function isoOf(moment: number | null): string | null {
  return moment === null ? null : instantToIso(moment as Instant);
}

/** Of the accounts that the run has done since it began, to one decimal. */
function perSecondOf({ done, doneBefore, runStartedAt, movedAt }: PeriodProgressRow): number | null {
  if (done === null || doneBefore === null || runStartedAt === null || movedAt === null) return null;
  const seconds = (movedAt - runStartedAt) / 1000;
  return seconds > 0 ? Math.round(((done - doneBefore) / seconds) * 10) / 10 : null;
}
