import {
  ACT_CANCEL,
  ACT_CONFIRM,
  ACT_DECIDE,
  ACT_DRAW,
  ACT_INSTALMENTS,
  ACT_INVITE,
  ACT_LIST,
  ACT_MANAGED_GET,
  ACT_MANAGED_LIST,
  ACT_PDF,
} from '#billing/api/violation-acts.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { ActPaper } from '#contract/values/violation-act.ts';
import {
  cancelAct,
  decideAct,
  decideActProposal,
  drawUpAct,
  getManagedAct,
  inviteToHearing,
  listManagedActs,
  managedActPdf,
  planInstalments,
} from '#contract/violation-acts/manage-acts.ts';
import { actPdf, listActs } from '#contract/violation-acts.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { failFields, relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import { findAdministratorName, findSecondPerson } from '#portal/modules/identity/public.ts';

/** Acts of a part of the list of staff. */
const listedActs = 50;

async function paperOf(
  billing: RequestContext<unknown>['billing'],
  act: { readonly accountNumber: string; readonly actNumber: string; readonly kind: ActPaper },
) {
  const result = await billing(ACT_PDF, act);
  if (!result.ok) return relayRefusal(result);
  return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
}

/** Violation acts: where each stands, what is owed for it, its papers (facts 2.5), and what staff do with them (decision 0148). */
export function actRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(listActs, async ({ account, state }, { billing }) =>
      relay(await billing(ACT_LIST, { accountNumber: account, state: state ?? null }), (list) => ({
        ...list,
        message: messageOf(list),
      })),
    ),

    route(actPdf, ({ account: accountNumber, actNumber, kind }, { billing }) =>
      paperOf(billing, { accountNumber, actNumber, kind }),
    ),

    route(listManagedActs, async ({ state, waiting, account, number, from, to, cursor }, { billing }) => {
      const place =
        cursor === undefined
          ? undefined
          : readCursor(cursor, [cursorPart.date, cursorPart.text, cursorPart.text]);
      if (cursor !== undefined && !place) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const [drawnOn = '', accountNumber = '', actNumber = ''] = place ?? [];
      const asked = {
        ...{ state: state ?? null, isWaiting: waiting !== undefined, accountNumber: account ?? null },
        ...{ actNumber: number ?? null, from: from ?? null, to: to ?? null, limit: listedActs },
        after: place ? { drawnOn, accountNumber, actNumber } : null,
      };
      return relay(await billing(ACT_MANAGED_LIST, asked), ({ acts, next }) => ({
        acts,
        next: next && writeCursor([next.drawnOn, next.accountNumber, next.actNumber]),
      }));
    }),

    route(getManagedAct, async ({ account: accountNumber, actNumber }, { billing, session }) => {
      const asked = { accountNumber, actNumber, administratorId: session.identityId };
      return relay(await billing(ACT_MANAGED_GET, asked), (found) => found);
    }),

    route(managedActPdf, ({ account: accountNumber, actNumber, kind }, { billing }) =>
      paperOf(billing, { accountNumber, actNumber, kind }),
    ),

    route(
      drawUpAct,
      async ({ token: _, account: accountNumber, actNumber, requestId, ...facts }, { billing, session }) => {
        const administrator = await findAdministratorName(db, session.identityId);
        const asked = { accountNumber, actNumber, requestId, administrator, facts };
        return relay(await billing(ACT_DRAW, asked), (drawn) => drawn);
      },
    ),

    route(inviteToHearing, async ({ token: _, account: accountNumber, ...asked }, { billing, session }) => {
      const administrator = await findAdministratorName(db, session.identityId);
      return relay(await billing(ACT_INVITE, { accountNumber, ...asked, administrator }), (act) => act);
    }),

    route(decideAct, async ({ token: _, account: accountNumber, ...asked }, { billing, session }) => {
      const administrator = await findAdministratorName(db, session.identityId);
      return relay(await billing(ACT_DECIDE, { accountNumber, ...asked, administrator }), (act) => act);
    }),

    route(planInstalments, async ({ token: _, account: accountNumber, ...asked }, { billing, session }) => {
      const administrator = await findAdministratorName(db, session.identityId);
      return relay(await billing(ACT_INSTALMENTS, { accountNumber, ...asked, administrator }), (act) => act);
    }),

    route(cancelAct, async ({ token: _, account: accountNumber, ...asked }, { billing, session }) => {
      const administrator = await findAdministratorName(db, session.identityId);
      return relay(await billing(ACT_CANCEL, { accountNumber, ...asked, administrator }), (act) => act);
    }),

    route(
      decideActProposal,
      async ({ account: accountNumber, actNumber, stepId, decision }, { billing, session, clock }) => {
        const administrator = await findSecondPerson(db, session.identityId, clock.now());
        const reason = decision.kind === 'withdraw' ? decision.reason : '';
        const decided = decision.kind === 'withdraw' ? 'withdrawn' : 'confirmed';
        const asked = { accountNumber, actNumber, stepId, decision: decided, reason, administrator } as const;
        return relay(await billing(ACT_CONFIRM, asked), (act) => act);
      },
    ),
  ];
}

/** What is to be known of all acts in one sentence: what is unpaid, else how many there are. */
function messageOf({
  count,
  unpaidCount,
  owed,
}: {
  count: number;
  unpaidCount: number;
  owed: string;
}): string {
  if (unpaidCount > 0)
    return formatMessage('documents.unpaidViolationActs', { sum: formatMoney(moneyFromWire(owed)) });
  return count > 0
    ? formatMessage('documents.violationActs', { count })
    : formatMessage('documents.noViolationActs');
}
