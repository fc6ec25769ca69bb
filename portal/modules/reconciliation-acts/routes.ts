import type * as z from 'zod/mini';
import { CONTRACT_GET } from '#billing/api/contracts.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  answerDisagreement,
  getDisagreement,
  listDisagreements,
  maxListedDisagreements,
} from '#contract/reconciliation-acts/disagreements.ts';
import {
  disagreeWithAct,
  getReconciliationAct,
  listReconciliationActs,
  type reconciliationActSchema,
} from '#contract/reconciliation-acts.ts';
import type { ActRow, EntityAct } from '#contract/values/reconciliation-act.ts';
import { compareHalves, type Half } from '#domain/documents/match-reconciliation.ts';
import type { SignedBy } from '#domain/invoices/acceptance-act.ts';
import { moneyFromWire, moneyToWire, subtractMoney } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import { insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import {
  findActContents,
  findDocument,
  listDocumentsOf,
  requestMakingIn,
  type StoredDocument,
} from '#portal/modules/documents/public.ts';
import { signedBySubject } from '#portal/modules/signatures/public.ts';
import {
  type ActKey,
  answerDisagreementOnce,
  type CustomerRow,
  findDisagreement,
  findDisagreementOfRequest,
  insertDisagreement,
  listAllDisagreements,
  listOutcomes,
  type StoredDisagreement,
} from './disagreement-store.ts';

type ActDto = z.infer<typeof reconciliationActSchema>;

/** 'waiting': the supplier has not answered; undefined: nobody disagrees. */
type Disagreed = 'waiting' | 'answered' | undefined;

const nobody: SignedBy = { customer: false, supplier: false };

/** State of an act: that of its making, then what its signatures and the disagreement say. */
function stateOf(making: StoredDocument['state'], signedBy: SignedBy, disagreed: Disagreed): ActDto['state'] {
  if (making !== 'ready') return making;
  if (signedBy.customer) return signedBy.supplier ? 'signedByBoth' : 'signedByCustomer';
  if (disagreed !== undefined) return disagreed === 'waiting' ? 'disagreement' : 'answered';
  return signedBy.supplier ? 'signedBySupplier' : 'made';
}

function toActDto(
  document: StoredDocument,
  signedBy: SignedBy | undefined,
  disagreed: Disagreed,
): ActDto | undefined {
  const { ledger, state, ready_at: readyAt, failure } = document;
  if (ledger === null) return undefined;
  return {
    documentId: document.document_id,
    ledger,
    from: document.period_from,
    to: document.period_to,
    state: stateOf(state, signedBy ?? nobody, disagreed),
    progress: document.progress,
    requestedAt: instantToIso(document.requested_at as Instant),
    readyAt: readyAt === null ? null : instantToIso(readyAt as Instant),
    reason: failure === 'common.fileTimedOut' ? formatMessage(failure, {}) : null,
  };
}

function toDisagreementDto(stored: StoredDisagreement) {
  const { account: _, documentId: __, requestId: ___, opening, sentAt, answeredAt, ...same } = stored;
  return {
    ...same,
    opening: moneyToWire(opening),
    sentAt: instantToIso(sentAt),
    answeredAt: answeredAt === null ? null : instantToIso(answeredAt),
  };
}

const disagreedOf = (outcome: 'stays' | 'newAct' | null | undefined): Disagreed =>
  outcome === undefined ? undefined : outcome === null ? 'waiting' : 'answered';

const sellerHalf = ({ opening, rows }: EntityAct): Half => ({
  opening: moneyFromWire(opening),
  entries: rows.map(({ date, document, number, debit, credit }: ActRow) => ({
    date,
    document,
    number,
    signed: subtractMoney(moneyFromWire(debit), moneyFromWire(credit)),
  })),
});

/** What is a credit in the books of the customer raises its debt. */
const customerHalf = (opening: string, rows: readonly CustomerRow[]): Half => ({
  opening: moneyFromWire(opening),
  entries: rows.map(({ date, document, debit, credit }) => ({
    date,
    document,
    number: null,
    signed: subtractMoney(moneyFromWire(credit), moneyFromWire(debit)),
  })),
});

/** Too many documents of the account are in work. */
class NoRoom extends Error {}
/** Another administrator has answered. */
class Answered extends Error {}
const tryAgainSeconds = 60;

/** Reconciliation acts of legal entities and disagreements with them (facts of entities §5). */
export function reconciliationActRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  async function findAct({ account, documentId }: ActKey, identityId: string) {
    const document = await findDocument(db, account, documentId, identityId);
    if (document === undefined || document.ledger === null) return undefined;
    const [contents, disagreement, signed] = await Promise.all([
      findActContents(db, account, documentId),
      findDisagreement(db, { account, documentId }),
      signedBySubject(db, account, 'reconciliationAct'),
    ]);
    const act = toActDto(document, signed.get(documentId), disagreedOf(disagreement?.outcome));
    return act && { document, act, contents, disagreement };
  }

  return [
    route(listReconciliationActs, async ({ account }, { billing, session }) => {
      const [documents, outcomes, signed, contract] = await Promise.all([
        listDocumentsOf(db, account, session.identityId, 'reconciliation'),
        listOutcomes(db, account),
        signedBySubject(db, account, 'reconciliationAct'),
        billing(CONTRACT_GET, { accountNumber: account }),
      ]);
      if (!contract.ok) return relayRefusal(contract);
      const acts = documents.flatMap(
        (one) => toActDto(one, signed.get(one.document_id), disagreedOf(outcomes.get(one.document_id))) ?? [],
      );
      return succeed({ acts, hasSignatures: contract.data.versions[0]?.documentExchange === 'signature' });
    }),

    route(getReconciliationAct, async (key, { session }) => {
      const found = await findAct(key, session.identityId);
      if (found === undefined) return fail('common.notFound');
      const { act, contents = null, disagreement } = found;
      return succeed({ act, contents, disagreement: disagreement ? toDisagreementDto(disagreement) : null });
    }),

    route(disagreeWithAct, async ({ opening, rows, comment, requestId, ...key }, { session, clock }) => {
      const found = await findAct(key, session.identityId);
      if (found === undefined) return fail('common.notFound');
      if (found.contents === undefined) return fail('documents.notReady');
      const answer = ({ act, disagreement }: typeof found) =>
        disagreement === undefined
          ? fail('documents.actClosed')
          : succeed({
              act,
              disagreement: toDisagreementDto(disagreement),
              message: formatMessage('documents.disagreementSent'),
            });
      const { act, contents } = found;
      const first = await findDisagreementOfRequest(db, key.account, requestId);
      if (first !== undefined) {
        const isSame =
          first.documentId === key.documentId &&
          first.opening === moneyFromWire(opening) &&
          JSON.stringify(first.rows.map(partsOf)) === JSON.stringify(rows.map(partsOf)) &&
          first.comment === comment;
        return isSame ? answer(found) : fail('common.requestReused');
      }
      if (act.state !== 'made' && act.state !== 'signedBySupplier') return fail('documents.actClosed');
      const { differing, openingDifference } = compareHalves(
        sellerHalf(contents),
        customerHalf(opening, rows),
      );
      if (differing.length === 0 && openingDifference === 0n) return fail('documents.nothingDiffers');
      await insertDisagreement(db, key, {
        opening: moneyFromWire(opening),
        rows,
        comment,
        requestId,
        sentBy: session.identityId,
        sentAt: clock.now(),
      });
      const kept = await findAct(key, session.identityId);
      // A colleague was faster.
      return kept?.disagreement?.requestId === requestId ? answer(kept) : fail('documents.actClosed');
    }),

    route(listDisagreements, async () => {
      const { disagreements, waiting } = await listAllDisagreements(db, maxListedDisagreements);
      return succeed({
        disagreements: disagreements.map(({ sentAt, ...one }) => ({ ...one, sentAt: instantToIso(sentAt) })),
        waiting,
      });
    }),

    route(getDisagreement, async (key) => {
      const [contents, disagreement] = await Promise.all([
        findActContents(db, key.account, key.documentId),
        findDisagreement(db, key),
      ]);
      return contents === undefined || disagreement === undefined
        ? fail('common.notFound')
        : succeed({ contents, disagreement: toDisagreementDto(disagreement) });
    }),

    route(answerDisagreement, async ({ outcome, answer, ...key }, context) => {
      const { session, clock } = context;
      const [contents, before] = await Promise.all([
        findActContents(db, key.account, key.documentId),
        findDisagreement(db, key),
      ]);
      if (contents === undefined || before === undefined) return fail('common.notFound');
      const at = clock.now();
      const newDocumentId = outcome === 'newAct' ? newId() : null;
      const said = { outcome, answer, by: session.identityId, at, newDocumentId };
      try {
        await db.transaction().execute(async (transaction) => {
          if (newDocumentId !== null) {
            const made = await requestMakingIn(transaction, {
              accountNumber: key.account,
              documentId: newDocumentId,
              kind: 'reconciliation',
              ledger: contents.ledger,
              from: contents.from,
              to: contents.to,
              accounts: null,
              requestId: newDocumentId,
              requestedBy: session.identityId,
              requestedAt: at,
            });
            if (made === undefined) throw new NoRoom();
          }
          // Nothing is made for an answer that another administrator has given before.
          if (!(await answerDisagreementOnce(transaction, key, said))) throw new Answered();
          const { from, to } = contents;
          const change = {
            before: { status: 'waiting' },
            after: { periodFrom: from, periodTo: to, status: outcome },
          };
          await insertStaffChange(transaction, context, { subject: 'disagreement', ...change }, at);
        });
      } catch (error) {
        if (error instanceof Answered) return fail('documents.alreadyAnswered');
        if (error instanceof NoRoom)
          return {
            ...fail('common.tooManyRequests', { seconds: tryAgainSeconds }),
            retryAfterSeconds: tryAgainSeconds,
          };
        throw error;
      }
      const after = await findDisagreement(db, key);
      return after === undefined
        ? fail('common.notFound')
        : succeed({ disagreement: toDisagreementDto(after) });
    }),
  ];
}

const partsOf = ({ date, document, debit, credit }: CustomerRow) => [date, document, debit, credit];
