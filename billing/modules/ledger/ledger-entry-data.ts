import type { LedgerEntryData } from '#contract/values/ledger-entry.ts';
import { moneyToWire } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { canReverse, type LedgerEntryRow } from './correction-store.ts';

/** An entry as function modules answer it. */
export function ledgerEntryData(entry: LedgerEntryRow): LedgerEntryData {
  return {
    entryId: entry.entryId,
    period: entry.period,
    kind: entry.kind,
    sum: moneyToWire(entry.signed),
    postedAt: instantToIso(entry.postedAt),
    reason: entry.reason,
    reverses: entry.reverses,
    isReversed: entry.isReversed,
    canReverse: canReverse(entry),
  };
}
