import { answer, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import {
  SUBSCRIBER_BOOK_GET,
  SUBSCRIBER_BOOK_PDF,
  type SubscriberBookData,
} from '#billing/api/subscriber-book.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { drawnByWorker } from '#platform/workers/drawing.ts';
import { findBookHead, listBookMonths, listBookRegisters, listBookTariffs } from './book-store.ts';
import { composeBook, composeMonths, latestYear } from './compose-book.ts';
import type { createBookDocument } from './document/book-document.ts';

/**
 * Loads a year of the subscriber's book (product.md §5, facts 9.2), in four statements. A year without months is empty;
 * billing.noCharges: the account has neither charges nor payments.
 */
async function loadBook(
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

const drawBookDocument = drawnByWorker<typeof createBookDocument>(
  new URL('./document/book-document.ts', import.meta.url).href,
  'createBookDocument',
);

/** SUBSCRIBER_BOOK_GET: a view of bills and ledger (product.md §7). */
export const handleSubscriberBookGet = handleModule(
  SUBSCRIBER_BOOK_GET,
  ({ db }) =>
    ({ accountNumber, year }) =>
      loadBook(db, accountNumber, year),
);

/** SUBSCRIBER_BOOK_PDF: the result of SUBSCRIBER_BOOK_GET as a PDF; refused for a year without months. */
export const handleSubscriberBookPdf = handleModule(
  SUBSCRIBER_BOOK_PDF,
  ({ db, clock }) =>
    async ({ accountNumber, year }) => {
      const result = await loadBook(db, accountNumber, year);
      if (!result.ok) return result;
      if (result.data.rows.length === 0) return refuse('billing.noCharges');
      const document = await drawBookDocument(result.data, accountNumber, clock.now());
      return answer({
        fileName: `${fileNameOf('book', accountNumber, year)}.pdf`,
        content: document.toString('base64'),
      });
    },
);
