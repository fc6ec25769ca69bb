import { answer, type ModuleInput, refuse } from '#billing/api/define-module.ts';
import { LEDGER_CORRECT } from '#billing/api/ledger-entries.ts';
import { handleModule } from '#billing/module-handler.ts';
import { insertAudit, insertOutboxEvents } from '#billing/modules/events/public.ts';
import { entriesForCorrection, type LedgerAccount, type LedgerEntry } from '#domain/ledger/ledger.ts';
import { moneyToWire, parseMoney, zeroMoney } from '#domain/money.ts';
import { uuidOfName } from '#platform/uuid-of-name.ts';
import {
  type AccountEntries,
  canReverse,
  findEntries,
  type LedgerEntryRow,
  lockAccount,
} from './correction-store.ts';
import { ledgerEntryData } from './ledger-entry-data.ts';
import { insertPostings } from './ledger-store.ts';
import { postingPeriod } from './posting-period.ts';

/** The names of entries are request ids of an account. */
const requestSpace = '0199f3a0-5d1c-7c35-9f5e-6d1d3c1b7a10';

type What = ModuleInput<typeof LEDGER_CORRECT>['what'];

/**
 * LEDGER_CORRECT: an operator's correction with its reason (product.md §7: a mistake is reversed, never edited). It is booked
 * in the open period, told to the customer, and stands on the bill apart from charges and payments. The same request again
 * answers with the entry that it made; another one under its id is common.requestReused.
 */
export const handleLedgerCorrect = handleModule(
  LEDGER_CORRECT,
  ({ db, clock }) =>
    ({ accountNumber, requestId, what, reason }, { actor }) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        const entryId = uuidOfName(requestSpace, `${accountNumber} ${requestId}`);
        const period = await postingPeriod(trx, now);
        await lockAccount(trx, accountNumber);
        const entryIds = what.kind === 'reverse' ? [entryId, what.entryId] : [entryId];
        const before = await findEntries(trx, accountNumber, { entryIds });
        if (before === undefined) return refuse('common.notFound');
        const known = before.entries.find((entry) => entry.entryId === entryId);
        if (known !== undefined)
          return isSame(known, what, reason)
            ? answer(answerOf(before, entryId))
            : refuse('common.requestReused');
        const entry = entryOf(what, before);
        if (entry === undefined)
          return refuse(what.kind === 'add' ? 'ledger.nothingToCorrect' : 'ledger.notReversible');
        await insertPostings(trx, [
          {
            accountNumber,
            period,
            entry,
            postedAt: now,
            entryId,
            reason,
            ...(what.kind === 'reverse' && { reversesEntryId: what.entryId }),
          },
        ]);
        const after = await findEntries(trx, accountNumber, { entryIds: [entryId] });
        if (after === undefined) throw new Error(`${accountNumber} is gone`);
        const answered = answerOf(after, entryId);
        const payload = {
          period,
          sum: answered.entry.sum,
          reason,
          entryId,
          reverses: answered.entry.reverses,
        };
        const change = { accountNumber, kind: 'ledger.corrected', payload };
        await insertAudit(trx, actor, [{ ...change, before: { balance: moneyToWire(before.balance) } }], now);
        await insertOutboxEvents(trx, [change], now);
        return answer(answered);
      }),
);

/** Whether an entry is the one that is asked for. */
function isSame(known: LedgerEntryRow, what: What, reason: string): boolean {
  if (known.reason !== reason) return false;
  return what.kind === 'reverse'
    ? known.reverses === what.entryId.toLowerCase()
    : known.reverses === null && known.signed === parseMoney(what.sum);
}

function answerOf(found: AccountEntries, entryId: string) {
  const entry = found.entries.find((one) => one.entryId === entryId);
  if (entry === undefined) throw new Error(`the entry ${entryId} is not there`);
  return { entry: ledgerEntryData(entry), balance: moneyToWire(found.balance) };
}

/** The entry to book; undefined: there is nothing to do, or it may not be done. */
function entryOf(what: What, { entries }: AccountEntries): LedgerEntry | undefined {
  if (what.kind === 'add') return entriesForCorrection(parseMoney(what.sum) ?? zeroMoney)[0];
  const reversed = entries.find(({ entryId }) => entryId === what.entryId);
  if (reversed === undefined || !canReverse(reversed)) return undefined;
  return {
    debit: reversed.credit as LedgerAccount,
    credit: reversed.debit as LedgerAccount,
    amount: reversed.amount,
    kind: 'reversal',
  };
}
