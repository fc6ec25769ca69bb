import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { LEDGER_CHECK, LEDGER_LIST } from '#billing/api/ledger.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { notifyOperators } from '#billing/modules/events/public.ts';
import type { LedgerEntryData } from '#contract/values/ledger-entry.ts';
import { moneyToWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { checkPiece, findPieceEnd } from './check-ledger.ts';
import { canReverse, findEntries, type LedgerEntryRow } from './correction-store.ts';
import type { LedgerProblem } from './ledger-problems.ts';

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

/** LEDGER_LIST: the entries that make the energy debt, for who corrects them. */
export const handleLedgerList = handleModule(
  LEDGER_LIST,
  ({ db }) =>
    async ({ accountNumber, limit, after }) => {
      const found = await findEntries(db, accountNumber, { limit: limit + 1, after });
      if (found === undefined) return refuse('common.notFound');
      const entries = found.entries.slice(0, limit);
      const next = found.entries.length > limit ? (entries.at(-1)?.entryId ?? null) : null;
      return answer({ entries: entries.map(ledgerEntryData), balance: moneyToWire(found.balance), next });
    },
);

/** Locks the check of a day, if there is anything left of it and nobody is at it; undefined: there is not. */
async function takeCheck(db: BillingDatabase, day: LocalDate): Promise<string | undefined> {
  await sql`insert into billing.ledger_check (checked_on) values (${day}) on conflict do nothing`.execute(db);
  const { rows } = await typedSql({ after: text() })`
    select after_account as after from billing.ledger_check
    where checked_on = ${day} and finished_at is null for update skip locked`.execute(db);
  return rows[0]?.after;
}

/** Writes how far the check of a day is now. */
async function noteCheck(
  db: BillingDatabase,
  day: LocalDate,
  done: { readonly upTo: string | null; readonly accounts: number; readonly problems: number },
  now: Instant,
): Promise<void> {
  const finishedAt = done.upTo === null ? instantToIso(now) : null;
  await sql`
    update billing.ledger_check set after_account = coalesce(${done.upTo}::text, after_account),
      account_count = account_count + ${done.accounts}, problem_count = problem_count + ${done.problems},
      finished_at = ${finishedAt}::timestamptz
    where checked_on = ${day}`.execute(db);
}

function eventOf({ rule, accountNumber, subject, expected, found }: LedgerProblem) {
  return {
    kind: 'ledger.problem',
    subject: `${rule} ${accountNumber} ${subject}`,
    accountNumber,
    facts: { rule, subject, expected, found },
  };
}

/**
 * LEDGER_CHECK: one piece of the daily check. A process that dies in the middle of a piece leaves it to the next call; two
 * nodes never check the same at once; what was found before is not reported again.
 */
export const handleLedgerCheck = handleModule(LEDGER_CHECK, ({ db, clock }) => async ({ accounts }) => {
  const now = clock.now();
  const day = kyivDateOf(now);
  return db.transaction().execute(async (transaction) => {
    const after = await takeCheck(transaction, day);
    if (after === undefined) return answer({ isFinished: true, accounts: 0, problems: [] });
    const end = await findPieceEnd(transaction, after, accounts);
    // The books themselves are read at one moment of their own.
    const problems = end === null ? [] : await checkPiece(db, { after, upTo: end.upTo });
    await notifyOperators(transaction, problems.map(eventOf), now);
    const done = { upTo: end?.upTo ?? null, accounts: end?.accounts ?? 0, problems: problems.length };
    await noteCheck(transaction, day, done, now);
    return answer({
      isFinished: end === null,
      accounts: done.accounts,
      problems: problems.map(({ rule, accountNumber, subject }) => ({ rule, accountNumber, subject })),
    });
  });
});
