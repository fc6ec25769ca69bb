import { answer, type ModuleInput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import {
  VOLUME_DRAFT_SAVE,
  VOLUME_REQUEST_GET,
  VOLUME_REQUEST_LIST,
  VOLUME_REQUEST_MOVE,
  VOLUME_REQUESTS_WAITING,
} from '#billing/api/volumes.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { isPeriodClosed } from '#billing/modules/charges/public.ts';
import { insertAudit, insertOutboxEvents } from '#billing/modules/events/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { type BillingPeriod, billingPeriod, formatPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { correctionDeadline } from '#domain/volumes/correction-deadline.ts';
import { nextRequestState, type RequestAction, staffActions } from '#domain/volumes/request-states.ts';
import { newId } from '#platform/uuid.ts';
import { requestDocument } from './document-names.template.ts';
import {
  findRequest,
  listRequests,
  listWaitingRequests,
  lockRequests,
  moveRequest,
  requestData,
  type StoredRequest,
  writeDraft,
} from './request-store.ts';
import { applyVolumes, listAgreedPoints, listVolumes, loadVolumeTerms } from './volume-store.ts';

/** Why a correction of a month comes too late; undefined: it does not. */
async function lateRefusal(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
  now: Instant,
): Promise<ModuleResult<never> | undefined> {
  const [termsOf, { readings }] = await Promise.all([loadVolumeTerms(db, [accountNumber]), rulesAt(db, now)]);
  const terms = termsOf.get(accountNumber)?.(period);
  if (terms === undefined) return refuse('common.notFound');
  const deadline = correctionDeadline(terms.correction, period, new Set(readings.holidays));
  if (kyivDateOf(now) <= deadline) return undefined;
  return refuse('limits.deadlinePassed', { period: formatPeriod(period), date: formatDate(deadline) });
}

async function stored(db: BillingDatabase, accountNumber: string, requestId: string) {
  const request = await findRequest(db, accountNumber, requestId);
  if (request === undefined) throw new Error(`the request ${requestId} is not there`);
  return answer({ request: requestData(request) });
}

type Draft = ModuleInput<typeof VOLUME_DRAFT_SAVE>;

/** Whether a draft has what was asked for: the same change again is answered, not refused. */
function isSameDraft(request: StoredRequest, { note, rows, revision }: Draft): boolean {
  if (request.state !== 'draft' || request.revision !== revision + 1 || request.note !== note) return false;
  const given = new Map(rows.map(({ eic, kwh }) => [eic, kwh]));
  return request.rows.every(({ eic, kwh }) => given.get(eic) === kwh);
}

/** VOLUME_DRAFT_SAVE: what is typed into the table of a correction, with its audit. */
export const handleVolumeDraftSave = handleModule(
  VOLUME_DRAFT_SAVE,
  ({ db, clock }) =>
    (draft, by) =>
      db.transaction().execute(async (trx) => {
        const { accountNumber, revision, note } = draft;
        const period = billingPeriod(draft.period);
        const now = clock.now();
        if (!(await lockRequests(trx, accountNumber))) return refuse('common.notFound');
        const late = await lateRefusal(trx, accountNumber, period, now);
        if (late !== undefined) return late;
        const [open] = await listRequests(trx, accountNumber, { period, isOpen: true });
        if (open !== undefined) {
          if (isSameDraft(open, draft)) return answer({ request: requestData(open) });
          if (open.state !== 'draft') return refuse('limits.wrongState');
        }
        if ((open?.revision ?? 0) !== revision) return refuse('limits.changedMeanwhile');
        const [agreed, volumes] = await Promise.all([
          listAgreedPoints(trx, accountNumber, period),
          listVolumes(trx, [accountNumber], { from: period, to: period }),
        ]);
        const counts = new Map(volumes.map(({ eic, correctedKwh }) => [eic, correctedKwh]));
        const foreign = draft.rows.find(({ eic }) => !agreed.has(eic) && !counts.has(eic));
        if (foreign !== undefined) return refuse('limits.unknownPoint', { eic: foreign.eic });
        // Of a point that comes twice the last row counts.
        const asked = [...new Map(draft.rows.map(({ eic, kwh }) => [eic, kwh]))];
        const rows = asked
          .map(([eic, kwh]) => ({ eic, kwh, beforeKwh: counts.get(eic) ?? null }))
          .filter(({ kwh, beforeKwh }) => kwh !== beforeKwh);
        const requestId = open?.requestId ?? newId();
        await writeDraft(trx, { accountNumber, requestId, period, note, rows }, now);
        const payload = { requestId, period, points: rows.length };
        await insertAudit(trx, by, [{ accountNumber, kind: 'volumes.drafted', payload }], now);
        return stored(trx, accountNumber, requestId);
      }),
);

/** News for the customer. */
const newsOf: Partial<Record<RequestAction, string>> = {
  approve: 'volumes.approved',
  decline: 'volumes.declined',
  apply: 'volumes.applied',
};

/**
 * VOLUME_REQUEST_MOVE: a step of a request with its history, audit and news in one transaction. The same step again of the same
 * session, by the revision that it was made from, has the same answer; of two at once the first counts. A month that is closed
 * meanwhile is declined only.
 */
export const handleVolumeRequestMove = handleModule(
  VOLUME_REQUEST_MOVE,
  ({ db, clock }) =>
    ({ accountNumber, requestId, revision, action, actorName, ...said }, by) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        const reason = said.reason.trim();
        await lockRequests(trx, accountNumber);
        const request = await findRequest(trx, accountNumber, requestId);
        if (request === undefined) return refuse('common.notFound');
        const last = request.events.at(-1);
        if (request.revision === revision + 1 && last?.action === action && last.actor === by.actor)
          return answer({ request: requestData(request) });
        const isStaff = (staffActions as readonly string[]).includes(action);
        if (request.revision !== revision)
          return refuse(isStaff ? 'limits.decidedMeanwhile' : 'limits.changedMeanwhile');
        const state = nextRequestState(request.state, action);
        if (state === undefined) return refuse('limits.wrongState');
        if (action === 'decline' && reason === '') return refuse('limits.reasonMissing');
        if (action === 'approve' || action === 'apply') {
          if (await isPeriodClosed(trx, request.period))
            return refuse('limits.monthClosed', { period: formatPeriod(request.period) });
        }
        if (action === 'send') {
          if (request.rows.length === 0) return refuse('limits.nothingChanged');
          const late = await lateRefusal(trx, accountNumber, request.period, now);
          if (late !== undefined) return late;
        }
        await moveRequest(trx, request, { action, state, actor: by.actor, actorName, reason }, now);
        if (action === 'apply') {
          const sentOn = kyivDateOf(request.sentAt ?? now);
          const document = requestDocument(request.period, sentOn, requestId);
          await applyVolumes(trx, { accountNumber, requestId, document }, instantToIso(now));
        }
        const { points, beforeKwh, afterKwh } = requestData(request);
        const payload = { requestId, period: request.period, points, beforeKwh, afterKwh, reason };
        const kind = newsOf[action];
        if (kind !== undefined) await insertOutboxEvents(trx, [{ accountNumber, kind, payload }], now);
        const change = {
          accountNumber,
          kind: `volumes.${action}`,
          payload,
          before: { state: request.state },
        };
        await insertAudit(trx, by, [change], now);
        return stored(trx, accountNumber, requestId);
      }),
);

/** VOLUME_REQUEST_LIST. */
export const handleVolumeRequestList = handleModule(
  VOLUME_REQUEST_LIST,
  ({ db }) =>
    async ({ accountNumber, limit }) => {
      const requests = await listRequests(db, accountNumber, { limit });
      return answer({ requests: requests.map(requestData) });
    },
);

/** VOLUME_REQUEST_GET. */
export const handleVolumeRequestGet = handleModule(
  VOLUME_REQUEST_GET,
  ({ db }) =>
    async ({ accountNumber, requestId }) => {
      const request = await findRequest(db, accountNumber, requestId);
      if (request === undefined) return refuse('common.notFound');
      return answer({ request: requestData(request), rows: [...request.rows] });
    },
);

/** VOLUME_REQUESTS_WAITING: what staff have to do. */
export const handleVolumeRequestsWaiting = handleModule(
  VOLUME_REQUESTS_WAITING,
  ({ db }) =>
    async ({ limit }) => {
      const { requests, count } = await listWaitingRequests(db, limit);
      return answer({
        requests: requests.map((request) => ({
          ...requestData(request),
          account: request.accountNumber,
          customerName: request.customerName,
          contractNumber: request.contractNumber,
        })),
        count,
      });
    },
);
