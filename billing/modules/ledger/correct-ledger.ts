import { sql } from 'kysely';
import { answer, type ModuleInput, refuse } from '#billing/api/define-module.ts';
import type { SecondPersonInput } from '#billing/api/identity.ts';
import { LEDGER_CORRECT, LEDGER_CORRECTION_DECIDE, LEDGER_CORRECTIONS_WAITING } from '#billing/api/ledger.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import {
  type AuditOrigin,
  claimRequestId,
  insertAudit,
  insertOutboxEvents,
} from '#billing/modules/events/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { refuseSecondPerson } from '#domain/identity/second-person.ts';
import {
  correctionLimitOf,
  isCorrectionInRange,
  needsSecondAdministrator,
} from '#domain/ledger/correction-limits.ts';
import { entriesForCorrection, type LedgerAccount, type LedgerEntry } from '#domain/ledger/ledger.ts';
import { type Kopiykas, moneyToWire, negateMoney, parseMoney, zeroMoney } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  int4,
  int8,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { uuidOfName } from '#platform/uuid.ts';
import { type AccountEntries, canReverse, findEntries, lockAccount } from './correction-store.ts';
import { ledgerEntryData } from './ledger-modules.ts';
import { insertPostings } from './ledger-store.ts';
import { postingPeriod } from './posting-period.ts';

/** A correction above the limit of its author. */
const correctionRequestColumns = {
  accountNumber: text(),
  /** The entry that it becomes has the same id. */
  entryId: uuid(),
  /** What it changes the debt by. */
  amount: int8<Kopiykas>(),
  reverses: nullable(uuid()),
  reason: text(),
  authorId: text(),
  authorName: text(),
  requestedAt: timestamptz<Instant>(),
  state: text<'waiting' | 'confirmed' | 'declined'>(),
  decidedById: nullable(text()),
};
type CorrectionRequest = RowOf<typeof correctionRequestColumns>;

const columns = sql`account_number as "accountNumber", entry_id as "entryId", amount_kopiykas as amount,
  reverses_entry_id as reverses, reason, author_id as "authorId", author_name as "authorName",
  requested_at as "requestedAt", state, decided_by_id as "decidedById"`;

/** A request of an account, whose row must be locked; undefined: there is none. */
async function findCorrectionRequest(
  db: BillingDatabase,
  accountNumber: string,
  entryId: string,
): Promise<CorrectionRequest | undefined> {
  const { rows } = await typedSql(correctionRequestColumns)`
    select ${columns} from billing.correction_request
    where account_number = ${accountNumber} and entry_id = ${entryId}`.execute(db);
  return rows[0];
}

/** Whether the reversal of an entry waits for a decision already. */
async function isReversalWaiting(
  db: BillingDatabase,
  accountNumber: string,
  entryId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from billing.correction_request
    where account_number = ${accountNumber} and reverses_entry_id = ${entryId} and state = 'waiting'`.execute(
    db,
  );
  return rows.length > 0;
}

/** Those that wait, the oldest first, and how many there are. */
async function listWaitingCorrections(
  db: BillingDatabase,
  limit: number,
): Promise<{ readonly corrections: readonly CorrectionRequest[]; readonly count: number }> {
  const { rows } = await typedSql({ ...correctionRequestColumns, count: int4() })`
    select ${columns}, (count(*) over ())::int as count from billing.correction_request
    where state = 'waiting' order by requested_at, entry_id limit ${limit}`.execute(db);
  return { corrections: rows, count: rows[0]?.count ?? 0 };
}

async function insertCorrectionRequest(
  db: BillingDatabase,
  request: Omit<CorrectionRequest, 'state' | 'decidedById'>,
): Promise<void> {
  const { accountNumber, entryId, amount, reverses, reason, authorId, authorName, requestedAt } = request;
  await sql`
    insert into billing.correction_request (account_number, entry_id, amount_kopiykas, reverses_entry_id, reason, author_id,
      author_name, requested_at)
    values (${accountNumber}, ${entryId}, ${amount}, ${reverses}, ${reason}, ${authorId}, ${authorName},
      ${instantToIso(requestedAt)}::timestamptz)`.execute(db);
}

/** Writes what a second administrator decided. */
async function decideCorrectionRequest(
  db: BillingDatabase,
  { accountNumber, entryId }: Pick<CorrectionRequest, 'accountNumber' | 'entryId'>,
  decided: {
    readonly state: 'confirmed' | 'declined';
    readonly by: SecondPersonInput;
    readonly at: Instant;
  },
): Promise<void> {
  await sql`
    update billing.correction_request set state = ${decided.state}, decided_by_id = ${decided.by.id},
      decided_by_name = ${decided.by.name}, decided_at = ${instantToIso(decided.at)}::timestamptz,
      decided_account_since = ${decided.by.accountSince}::timestamptz
    where account_number = ${accountNumber} and entry_id = ${entryId} and state = 'waiting'`.execute(db);
}

/** The names of entries are request ids of an account. */
const requestSpace = '0199f3a0-5d1c-7c35-9f5e-6d1d3c1b7a10';

type Correction = ModuleInput<typeof LEDGER_CORRECT>;

/** What is to be booked, and what it changes the debt by. */
interface Planned {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly entry: LedgerEntry;
  readonly change: Kopiykas;
  readonly reverses: string | null;
  readonly reason: string;
}

/**
 * LEDGER_CORRECT: an operator's correction with its reason (product.md §7: a mistake is reversed, never edited). It is booked
 * in the open period, told to the customer, and stands on the bill apart from charges and payments. Above the limit of the
 * administrator it waits until another one has confirmed it. The same request again answers with what became of it; with
 * something else it is refused common.requestReused.
 */
export const handleLedgerCorrect = handleModule(
  LEDGER_CORRECT,
  ({ db, clock }) =>
    ({ accountNumber, requestId, what, reason, administrator }, by) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        const limit = correctionLimitOf(administrator.roles, (await rulesAt(trx, now)).corrections);
        if (limit === undefined) return refuse('common.forbidden');
        const entryId = uuidOfName(requestSpace, `${accountNumber} ${requestId}`);
        await lockAccount(trx, accountNumber);
        const reverses = what.kind === 'reverse' ? what.entryId : null;
        const entryIds = reverses === null ? [entryId] : [entryId, reverses];
        const before = await findEntries(trx, accountNumber, { entryIds });
        if (before === undefined) return refuse('common.notFound');
        const claim = await claimRequestId(trx, LEDGER_CORRECT, { requestId, accountNumber });
        if (claim === 'taken') return refuse('common.requestReused');
        const request = await findCorrectionRequest(trx, accountNumber, entryId);
        const booked = before.entries.find((entry) => entry.entryId === entryId);
        const known = request ?? (booked && { ...booked, amount: booked.signed });
        if (known !== undefined) {
          if (!isSame(known, { what, reason })) return refuse('common.requestReused');
          const entry = booked === undefined ? null : ledgerEntryData(booked);
          const outcome = booked ? 'booked' : request?.state === 'declined' ? 'declined' : 'waiting';
          return answer({ outcome, entry, balance: moneyToWire(before.balance) } as const);
        }
        const planned = plan({ accountNumber, entryId, what, reason }, before);
        if (planned === undefined || (reverses && (await isReversalWaiting(trx, accountNumber, reverses))))
          return refuse(what.kind === 'add' ? 'ledger.nothingToCorrect' : 'ledger.notReversible');
        if (!isCorrectionInRange(before.balance, planned.change)) return refuse('ledger.outOfRange');
        if (needsSecondAdministrator(planned.change, limit)) {
          await ask(trx, planned, { ...by, administrator, now });
          return answer({ outcome: 'waiting', entry: null, balance: moneyToWire(before.balance) } as const);
        }
        return answer({ outcome: 'booked', ...(await book(trx, planned, before, { ...by, now })) } as const);
      }),
);

/** LEDGER_CORRECTIONS_WAITING. */
export const handleLedgerCorrectionsWaiting = handleModule(
  LEDGER_CORRECTIONS_WAITING,
  ({ db }) =>
    async ({ limit }) => {
      const { corrections, count } = await listWaitingCorrections(db, limit);
      return answer({
        corrections: corrections.map((request) => ({
          accountNumber: request.accountNumber,
          entryId: request.entryId,
          sum: moneyToWire(request.amount),
          reverses: request.reverses,
          reason: request.reason,
          author: { id: request.authorId, name: request.authorName },
          requestedAt: instantToIso(request.requestedAt),
        })),
        count,
      });
    },
);

/**
 * LEDGER_CORRECTION_DECIDE: the second pair of eyes. Whether it may be booked is looked at anew: the entry that it takes back
 * may have been taken back meanwhile. The same decision of the same administrator again has the same answer.
 */
export const handleLedgerCorrectionDecide = handleModule(
  LEDGER_CORRECTION_DECIDE,
  ({ db, clock }) =>
    ({ accountNumber, entryId, decision, administrator }, by) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        if (correctionLimitOf(administrator.roles, (await rulesAt(trx, now)).corrections) === undefined)
          return refuse('common.forbidden');
        await lockAccount(trx, accountNumber);
        const request = await findCorrectionRequest(trx, accountNumber, entryId);
        if (request === undefined) return refuse('common.notFound');
        const { authorId, reverses, reason } = request;
        const refusal = refuseSecondPerson(authorId, administrator);
        if (refusal !== undefined) return refuse(refusal);
        const before = await findEntries(trx, accountNumber, {
          entryIds: reverses === null ? [entryId] : [entryId, reverses],
        });
        if (before === undefined) return refuse('common.notFound');
        const state = decision === 'confirm' ? 'confirmed' : 'declined';
        const outcome = decision === 'confirm' ? 'booked' : 'declined';
        if (request.state !== 'waiting') {
          const isSameAgain = request.state === state && request.decidedById === administrator.id;
          if (!isSameAgain) return refuse('ledger.alreadyDecided');
          return answer({ outcome, balance: moneyToWire(before.balance) } as const);
        }
        const decided = { state, by: administrator, at: now } as const;
        if (decision === 'decline') {
          await decideCorrectionRequest(trx, request, decided);
          const payload = {
            entryId,
            sum: moneyToWire(request.amount),
            reason,
            administrator: administrator.name,
            accountSince: administrator.accountSince,
          };
          const change = { accountNumber, kind: 'ledger.correctionDeclined', payload };
          await insertAudit(trx, by, [change], now);
          return answer({ outcome, balance: moneyToWire(before.balance) } as const);
        }
        const what =
          reverses === null
            ? ({ kind: 'add', sum: moneyToWire(request.amount) } as const)
            : ({ kind: 'reverse', entryId: reverses } as const);
        const planned = plan({ accountNumber, entryId, what, reason }, before);
        if (planned === undefined) return refuse('ledger.notReversible');
        if (!isCorrectionInRange(before.balance, planned.change)) return refuse('ledger.outOfRange');
        await decideCorrectionRequest(trx, request, decided);
        const { balance } = await book(trx, planned, before, { ...by, now }, administrator);
        return answer({ outcome, balance } as const);
      }),
);

/** Whether a request asks for what was asked with its id before. */
function isSame(
  known: { readonly amount: Kopiykas; readonly reverses: string | null; readonly reason: string | null },
  { what, reason }: Pick<Correction, 'what' | 'reason'>,
): boolean {
  if (known.reason !== reason) return false;
  if (what.kind === 'reverse') return known.reverses === what.entryId;
  return known.reverses === null && known.amount === parseMoney(what.sum);
}

/** The entry to book; undefined: there is nothing to do, or it may not be done. */
function plan(
  asked: Pick<Correction, 'accountNumber' | 'what' | 'reason'> & { readonly entryId: string },
  { entries }: AccountEntries,
): Planned | undefined {
  const { accountNumber, entryId, what, reason } = asked;
  if (what.kind === 'add') {
    const change = parseMoney(what.sum) ?? zeroMoney;
    const [entry] = entriesForCorrection(change);
    return entry && { accountNumber, entryId, entry, change, reverses: null, reason };
  }
  const reversed = entries.find((one) => one.entryId === what.entryId);
  if (reversed === undefined || !canReverse(reversed)) return undefined;
  const entry: LedgerEntry = {
    debit: reversed.credit as LedgerAccount,
    credit: reversed.debit as LedgerAccount,
    amount: reversed.amount,
    kind: 'reversal',
  };
  const change = negateMoney(reversed.signed);
  return { accountNumber, entryId, entry, change, reverses: what.entryId, reason };
}

/** Keeps a correction for a second administrator, with its audit. */
async function ask(
  db: BillingDatabase,
  { accountNumber, entryId, change, reverses, reason }: Planned,
  {
    administrator,
    now,
    ...by
  }: AuditOrigin & {
    readonly administrator: Correction['administrator'];
    readonly now: Instant;
  },
): Promise<void> {
  const asked: Omit<CorrectionRequest, 'state' | 'decidedById'> = {
    accountNumber,
    entryId,
    amount: change,
    reverses,
    reason,
    authorId: administrator.id,
    authorName: administrator.name,
    requestedAt: now,
  };
  await insertCorrectionRequest(db, asked);
  const payload = { entryId, sum: moneyToWire(change), reason, reverses, administrator: administrator.name };
  await insertAudit(db, by, [{ accountNumber, kind: 'ledger.correctionAsked', payload }], now);
}

/** Books a correction with its audit and the news for the customer. */
async function book(
  db: BillingDatabase,
  { accountNumber, entryId, entry, reverses, reason }: Planned,
  before: AccountEntries,
  { now, ...by }: AuditOrigin & { readonly now: Instant },
  secondPerson?: SecondPersonInput,
) {
  const period = await postingPeriod(db, now);
  const posting = { accountNumber, period, entry, postedAt: now, entryId, reason };
  await insertPostings(db, [reverses === null ? posting : { ...posting, reversesEntryId: reverses }]);
  const after = await findEntries(db, accountNumber, { entryIds: [entryId] });
  const made = after?.entries[0];
  if (after === undefined || made === undefined) throw new Error(`the entry ${entryId} is not there`);
  const data = ledgerEntryData(made);
  const payload = { period, sum: data.sum, reason, entryId, reverses };
  const change = { accountNumber, kind: 'ledger.corrected', payload };
  const confirmed = secondPerson && {
    confirmedBy: secondPerson.name,
    accountSince: secondPerson.accountSince,
  };
  const audited = { ...change, payload: { ...payload, ...confirmed } };
  await insertAudit(db, by, [{ ...audited, before: { balance: moneyToWire(before.balance) } }], now);
  await insertOutboxEvents(db, [change], now);
  return { entry: data, balance: moneyToWire(after.balance) };
}
