import {
  CLOSING_EXCEPTION_LIST,
  CLOSING_RUN_ACT,
  CLOSING_RUN_LIST,
  CLOSING_RUN_START,
  PERIOD_CLOSING_STATE,
  PROGRESS_LIST,
} from '#billing/api/billing-periods.ts';
import type { BillingClient } from '#billing/client.ts';
import {
  actOnRun,
  exportClosingExceptions,
  listClosingExceptions,
  periodStates,
  startRun,
} from '#contract/billing-periods.ts';
import type { LivePayload } from '#contract/live.ts';
import {
  type ClosingExceptionKind,
  closingExceptionKinds,
  maxKeptExceptions,
} from '#domain/charges/closing-exceptions.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { newId } from '#platform/uuid.ts';
import { failFields, relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import {
  type PortalServices,
  type RequestContext,
  type Route,
  route,
  type Session,
} from '#portal/http/route.ts';
import { exceptionsTable } from './exceptions-table.template.ts';

const shownPeriods = 12;
const exceptionsOfPart = 50;

const isKind = (part: string) => closingExceptionKinds.some((kind) => kind === part);
const cursorShapes = [isKind, cursorPart.number] as const;

/** Periods, how far their closing is, and the runs that administrators start (product.md §7, §10). */
export function periodRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  async function nameOf({ identityId }: Session): Promise<string> {
    const row = await db
      .selectFrom('portal.administrator')
      .select(['login', 'full_name'])
      .where('identity_id', '=', identityId)
      .executeTakeFirst();
    return row?.full_name || row?.login || identityId;
  }

  return [
    route(periodStates, (_, { billing }) => states(billing)),

    route(startRun, async ({ period, kind, dryRun, early, undecided, reason = '' }, { billing, session }) => {
      if (kind === 'closing' && reason === '')
        return failFields([{ path: 'reason', code: 'field.required' }]);
      const started = await billing(CLOSING_RUN_START, {
        period,
        kind,
        dryRunNumber: dryRun ?? null,
        isEarly: early === true,
        undecidedReadings: undecided ?? null,
        reason,
        askedBy: await nameOf(session),
      });
      return started.ok ? states(billing) : relayRefusal(started);
    }),

    route(actOnRun, async ({ run, act, reason = '' }, { billing }) => {
      if (act === 'pause' && reason === '') return failFields([{ path: 'reason', code: 'field.required' }]);
      const acted = await billing(CLOSING_RUN_ACT, { runNumber: run, act, reason });
      return acted.ok ? states(billing) : relayRefusal(acted);
    }),

    route(listClosingExceptions, async ({ run, kind, account, cursor }, { billing }) => {
      const after = cursor === undefined ? null : readCursor(cursor, cursorShapes);
      if (after === undefined) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const page = await billing(CLOSING_EXCEPTION_LIST, {
        runNumber: run,
        kind: kind ?? null,
        account: account ?? null,
        after: after && { kind: after[0] as ClosingExceptionKind, account: after[1] },
        // One more says whether another part follows.
        limit: exceptionsOfPart + 1,
      });
      return relay(page, ({ exceptions: found, count }) => {
        const exceptions = found.slice(0, exceptionsOfPart);
        const last = exceptions.at(-1);
        const next = found.length > exceptionsOfPart && last ? writeCursor([last.kind, last.account]) : null;
        return { exceptions, next, count };
      });
    }),

    route(exportClosingExceptions, async ({ run, kind, account, format }, { billing }) => {
      const all = await billing(CLOSING_EXCEPTION_LIST, {
        runNumber: run,
        kind: kind ?? null,
        account: account ?? null,
        after: null,
        limit: maxKeptExceptions,
      });
      if (!all.ok) return relayRefusal(all);
      const { exceptions } = all.data;
      const name = fileNameOf('closingExceptions', run);
      const file = await tableFile(format, name, [exceptionsTable(exceptions)]);
      return sendFile(file.content, file.fileName, file.contentType, exceptions.length);
    }),
  ];
}

/** What the page of runs shows. */
async function states(billing: RequestContext['billing']) {
  const [periods, runs] = await Promise.all([
    billing(PERIOD_CLOSING_STATE, { limit: shownPeriods }),
    billing(CLOSING_RUN_LIST, { limit: shownPeriods }),
  ]);
  return relay(periods, ({ periods: found }) => ({
    periods: found.map((period) => ({ ...period, secondsLeft: secondsLeftOf(period) })),
    plan: runs.ok ? runs.data.plan : null,
    runs: runs.ok ? runs.data.runs : [],
  }));
}

/** Source of the topic `billing-progress`; also of a back end elsewhere. */
export function readBillingProgress(billing: BillingClient): () => Promise<LivePayload<'billing-progress'>> {
  return async () => {
    // Asked all the time while somebody looks on: no call of anybody.
    const context = { reference: newId(), actor: 'portal', unrecorded: true } as const;
    const result = await billing.call(PROGRESS_LIST, {}, context);
    if (!result.ok) throw new Error(`PROGRESS_LIST is refused: ${result.code}`);
    return result.data;
  };
}

function secondsLeftOf(period: {
  readonly isRunning: boolean;
  readonly done: number | null;
  readonly total: number | null;
  readonly perSecond: number | null;
}): number | null {
  const { isRunning, done, total, perSecond } = period;
  if (!isRunning || done === null || total === null || !perSecond) return null;
  return Math.max(Math.round((total - done) / perSecond), 0);
}
