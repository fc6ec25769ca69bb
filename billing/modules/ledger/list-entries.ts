import { answer, refuse } from '#billing/api/define-module.ts';
import { LEDGER_LIST } from '#billing/api/ledger/ledger-entries.ts';
import { handleModule } from '#billing/module-handler.ts';
import { moneyToWire } from '#domain/money.ts';
import { findEntries } from './correction-store.ts';
import { ledgerEntryData } from './ledger-entry-data.ts';

/** LEDGER_LIST: the entries that make the energy debt, for who corrects them. */
export const handleLedgerList = handleModule(LEDGER_LIST, ({ db }) => async ({ accountNumber, limit }) => {
  const found = await findEntries(db, accountNumber, { limit });
  if (found === undefined) return refuse('common.notFound');
  return answer({ entries: found.entries.map(ledgerEntryData), balance: moneyToWire(found.balance) });
});
