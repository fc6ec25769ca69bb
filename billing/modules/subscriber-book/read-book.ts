import { answer, refuse } from '#billing/api/define-module.ts';
import { SUBSCRIBER_BOOK_GET, SUBSCRIBER_BOOK_PDF } from '#billing/api/subscriber-book.ts';
import { handleModule } from '#billing/module-handler.ts';
import { drawnByWorker } from '#platform/workers/drawing.ts';
import type { createBookDocument } from './document/book-document.ts';
import { loadBook } from './load-book.ts';

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

/** SUBSCRIBER_BOOK_PDF: the figures of SUBSCRIBER_BOOK_GET as a document; there is none of a year without months. */
export const handleSubscriberBookPdf = handleModule(
  SUBSCRIBER_BOOK_PDF,
  ({ db, clock }) =>
    async ({ accountNumber, year }) => {
      const result = await loadBook(db, accountNumber, year);
      if (!result.ok) return result;
      if (result.data.rows.length === 0) return refuse('billing.noCharges');
      const document = await drawBookDocument(result.data, accountNumber, clock.now());
      return answer({
        fileName: `subscriber-book-${accountNumber}-${year}.pdf`,
        content: document.toString('base64'),
      });
    },
);
