import type * as z from 'zod/mini';
import type { ledgerEntrySchema } from '#billing/api/ledger/ledger-entries.ts';
import { moneyToWire } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { canReverse, type LedgerEntryRow } from './correction-store.ts';

/** An entry as function modules answer it. */
export function ledgerEntryData(entry: LedgerEntryRow): z.infer<typeof ledgerEntrySchema> {
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
