import {
  LEDGER_CORRECT,
  LEDGER_CORRECTION_DECIDE,
  LEDGER_CORRECTIONS_WAITING,
  LEDGER_LIST,
} from '#billing/api/ledger.ts';
import {
  correctLedger,
  decideCorrection,
  listLedger,
  maxWaitingCorrections,
  waitingCorrections,
} from '#contract/ledger.ts';
import { failFields, relay } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { findAdministratorName, findSecondPerson } from '#portal/modules/identity/public.ts';

const shownEntries = 100;

/** The energy ledger for who corrects it (product.md §7, §10). */
export function ledgerRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(listLedger, async ({ account, cursor }, { billing }) => {
      const [after] = (cursor === undefined ? undefined : readCursor(cursor, [cursorPart.uuid])) ?? [];
      if (cursor !== undefined && after === undefined)
        return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const asked = { accountNumber: account, limit: shownEntries, ...(after && { after }) };
      return relay(await billing(LEDGER_LIST, asked), ({ next, ...ledger }) => ({
        ...ledger,
        next: next && writeCursor([next]),
      }));
    }),

    route(correctLedger, async ({ account, what, reason, requestId }, { billing, session }) => {
      const { identityId, roles } = session;
      const administrator = { ...(await findAdministratorName(db, identityId)), roles: [...roles] };
      const asked = {
        accountNumber: account,
        what,
        reason,
        requestId,
        administrator,
      };
      return relay(await billing(LEDGER_CORRECT, asked), (corrected) => corrected);
    }),

    route(waitingCorrections, async (_input, { billing, session }) =>
      relay(
        await billing(LEDGER_CORRECTIONS_WAITING, { limit: maxWaitingCorrections }),
        ({ corrections, count }) => ({
          corrections: corrections.map(({ accountNumber, author, ...correction }) => ({
            account: accountNumber,
            author: author.name,
            isOwn: author.id === session.identityId,
            ...correction,
          })),
          count,
        }),
      ),
    ),

    route(decideCorrection, async ({ account, entryId, decision }, { billing, session, clock }) => {
      const person = await findSecondPerson(db, session.identityId, clock.now());
      const administrator = { ...person, roles: [...session.roles] };
      const decided = { accountNumber: account, entryId: entryId.toLowerCase(), decision, administrator };
      return relay(await billing(LEDGER_CORRECTION_DECIDE, decided), (answered) => answered);
    }),
  ];
}
