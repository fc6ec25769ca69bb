import type { BillingDatabase } from '#billing/billing-database.ts';
import { type AccountAllocation, allocateAccount, type DebtEvent } from '#domain/ledger/allocate-account.ts';
import { type Kopiykas, kopiykas, moneyToWire, subtractMoney, sumMoney } from '#domain/money.ts';
import { int4, int8, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { listDebtEvents } from './debt-events-store.ts';
import {
  type AccountRange,
  billProblems,
  type LedgerProblem,
  otherProblems,
  paymentProblems,
  within,
} from './ledger-problems.ts';

/** So many accounts are looked at at a time, whatever a ledger holds. */
const accountsAtOnce = 1000;

/** The last account of the next piece after an account; null: there is none. */
export async function findPieceEnd(
  db: BillingDatabase,
  after: string,
  accounts: number,
): Promise<{ readonly upTo: string; readonly accounts: number } | null> {
  const { rows } = await typedSql({ upTo: nullable(text()), accounts: int4() })`
    select max(account_number) as "upTo", count(*)::int as accounts from (
      select account_number from billing.account where account_number > ${after}
      order by account_number limit ${accounts}
    ) piece`.execute(db);
  const [row] = rows;
  return row?.upTo == null ? null : { upTo: row.upTo, accounts: row.accounts };
}

/** What is over or owed by the allocation, as one sum. */
function owedBy({ open, credit }: AccountAllocation): Kopiykas {
  return subtractMoney(sumMoney(open.map(({ amount }) => amount)), credit);
}

function paidIn(events: readonly DebtEvent[]): Kopiykas {
  return sumMoney(events.map((event) => (event.kind === 'payment' ? event.amount : kopiykas(0))));
}

/** Accounts whose payments, shared out, are not what the ledger says: of what is owed, or of what was paid. */
async function findAllocationProblems(
  db: BillingDatabase,
  range: AccountRange,
): Promise<readonly LedgerProblem[]> {
  const inPiece = within(range, 'e.account_number');
  const events = await listDebtEvents(db, inPiece);
  const { rows } = await typedSql({ accountNumber: text(), owed: int8<Kopiykas>() })`
    select e.account_number as "accountNumber",
      sum(case e.debit_account when 'receivable' then e.amount_kopiykas else -e.amount_kopiykas end)::bigint as owed
    from billing.ledger_entry e where ${inPiece} and 'receivable' in (e.debit_account, e.credit_account)
    group by 1`.execute(db);
  return rows.flatMap(({ accountNumber, owed }) => {
    const ofAccount = events.get(accountNumber) ?? [];
    const allocation = allocateAccount(ofAccount);
    const shared = sumMoney(
      [...allocation.payments.values()].flatMap(({ settled, advance }) => [
        advance,
        ...settled.map(({ amount }) => amount),
      ]),
    );
    const figures = [
      ['receivable', owed, owedBy(allocation)],
      ['paid', paidIn(ofAccount), shared],
    ] as const;
    return figures
      .filter(([, ledger, found]) => ledger !== found)
      .map(([subject, ledger, found]) => ({
        rule: 'allocation.sum' as const,
        accountNumber,
        subject,
        expected: moneyToWire(ledger),
        found: moneyToWire(found),
      }));
  });
}

/**
 * Checks the books of some accounts, as they stand at one moment. Returns the problems, at most `limit` of each kind; none
 * when all is well.
 */
export async function checkPiece(
  db: BillingDatabase,
  range: AccountRange,
  limit = 100,
): Promise<readonly LedgerProblem[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const found: LedgerProblem[] = [];
      for (const problems of [billProblems, paymentProblems, otherProblems]) {
        const { rows } = await typedSql<LedgerProblem>({
          rule: text(),
          accountNumber: text(),
          subject: text(),
          expected: text(),
          found: text(),
        })`
          select * from (${problems(range)}) problem order by 2, 3, 1 limit ${limit}`.execute(moment);
        found.push(...rows);
      }
      return [...found, ...(await findAllocationProblems(moment, range))];
    });
}

/**
 * Whether the books agree with themselves: every bill is what the ledger says of its period, every payment is posted once
 * with its own sum, the parts of an order stand together, reversals undo the whole of what they point at, nothing points at
 * nothing, and what payments settle adds up (product.md §7: views of the ledger agree to the kopiyka). Piece by piece, so
 * that a ledger of any size is looked at in the same memory. Returns the problems, none when all is well, and stops after
 * `limit` of them.
 */
export async function checkLedger(
  db: BillingDatabase,
  limit = 100,
  onPiece: (accounts: number) => void = () => undefined,
): Promise<readonly LedgerProblem[]> {
  const found: LedgerProblem[] = [];
  let after = '';
  for (;;) {
    const end = await findPieceEnd(db, after, accountsAtOnce);
    if (end === null || found.length >= limit) return found.slice(0, limit);
    found.push(...(await checkPiece(db, { after, upTo: end.upTo }, limit)));
    onPiece(end.accounts);
    after = end.upTo;
  }
}
