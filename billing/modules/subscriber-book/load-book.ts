import { answer, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import type { SubscriberBookData } from '#billing/api/subscriber-book.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { findBookHead, listBookMonths, listBookRegisters, listBookTariffs } from './book-store.ts';
import { composeBook, composeMonths, latestYear } from './compose-book.ts';

/**
 * A year of the subscriber's book (product.md §5, facts 9.2), in four statements. A year without months is an empty one;
 * billing.noCharges: the account has never been charged and has never paid.
 */
export async function loadBook(
  db: BillingDatabase,
  accountNumber: string,
  askedYear: number | null,
): Promise<ModuleResult<SubscriberBookData>> {
  const [head, rows] = await Promise.all([
    findBookHead(db, accountNumber),
    listBookMonths(db, accountNumber),
  ]);
  if (head === undefined) return refuse('common.notFound');
  if (!rows.some(({ bill, hasMoved }) => bill !== null || hasMoved)) return refuse('billing.noCharges');
  const months = composeMonths(rows);
  const year = askedYear ?? latestYear(months);
  const [registers, tariffs] = await Promise.all([
    listBookRegisters(db, accountNumber, year),
    listBookTariffs(db, accountNumber, year),
  ]);
  return answer(composeBook({ year, head, months, registers, tariffs }));
}
