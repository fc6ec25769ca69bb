import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type Kopiykas, kopiykas } from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { int8, json, typedSql } from '#platform/database/typed-sql.ts';
import { signedOnReceivable } from './ledger-store.ts';

export interface LedgerEntryRow {
  readonly entryId: string;
  readonly period: BillingPeriod;
  readonly kind:
    | 'opening'
    | 'charge'
    | 'recalculation'
    | 'benefit'
    | 'correction'
    | 'compensation'
    | 'payment'
    | 'reversal';
  /** What it changes the debt by. */
  readonly signed: Kopiykas;
  readonly postedAt: Instant;
  readonly reason: string | null;
  readonly reverses: string | null;
  readonly isReversed: boolean;
  readonly debit: string;
  readonly credit: string;
  readonly amount: Kopiykas;
}

/** Sums travel as text. */
type EntryInJson = Omit<LedgerEntryRow, 'signed' | 'amount'> & {
  readonly signed: string;
  readonly amount: string;
};

export interface AccountEntries {
  readonly balance: Kopiykas;
  /** The newest first. */
  readonly entries: readonly LedgerEntryRow[];
}

/** Locks the account against other corrections until the transaction ends. */
export async function lockAccount(db: BillingDatabase, accountNumber: string): Promise<void> {
  await sql`select from billing.account where account_number = ${accountNumber} for update`.execute(db);
}

/**
 * The newest entries of the receivable, or those before `after`, or those named, with the balance of all; undefined: no such
 * account.
 */
export async function findEntries(
  db: BillingDatabase,
  accountNumber: string,
  which:
    | { readonly limit: number; readonly after: string | undefined }
    | { readonly entryIds: readonly string[] },
): Promise<AccountEntries | undefined> {
  const chosen =
    'limit' in which
      ? sql`(${which.after ?? null}::uuid is null or (e.posted_at, e.entry_id) < (
          select l.posted_at, l.entry_id from billing.ledger_entry l
          where l.account_number = ${accountNumber} and l.entry_id = ${which.after ?? null}::uuid))`
      : sql`e.entry_id = any(${[...which.entryIds]}::uuid[])`;
  const { rows } = await typedSql({ balance: int8<Kopiykas>(), entries: json<EntryInJson[]>() })`
    select coalesce((select sum(${signedOnReceivable('e')}) from billing.ledger_entry e
        where e.account_number = a.account_number), 0)::bigint as balance,
      coalesce((select jsonb_agg(entry order by "postedAt" desc, "entryId" desc) from (
        select e.entry_id as "entryId", e.period, e.kind, ${signedOnReceivable('e')}::text as signed,
          floor(extract(epoch from e.posted_at) * 1000) as "postedAt", e.reason, e.reverses_entry_id as reverses,
          exists (select from billing.ledger_entry r where r.account_number = e.account_number
            and r.reverses_entry_id = e.entry_id) as "isReversed",
          e.debit_account as debit, e.credit_account as credit, e.amount_kopiykas::text as amount
        from billing.ledger_entry e
        where e.account_number = a.account_number and 'receivable' in (e.debit_account, e.credit_account) and ${chosen}
        order by e.posted_at desc, e.entry_id desc limit ${'limit' in which ? which.limit : null}
      ) entry), '[]') as entries
    from billing.account a where a.account_number = ${accountNumber}`.execute(db);
  const [row] = rows;
  return (
    row && {
      balance: row.balance,
      entries: row.entries.map((entry) => ({
        ...entry,
        signed: kopiykas(entry.signed),
        amount: kopiykas(entry.amount),
      })),
    }
  );
}

/**
 * Money is taken back by the payment that it came with, also what was paid for a cancelled act; what was reversed, or reverses, stays.
 */
export function canReverse({ kind, isReversed, debit, credit }: LedgerEntryRow): boolean {
  if (debit === 'actReceivable' || credit === 'actReceivable') return false;
  return !isReversed && ['charge', 'recalculation', 'benefit', 'correction', 'compensation'].includes(kind);
}
