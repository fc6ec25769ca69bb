import { SUBSCRIBER_BOOK_GET, SUBSCRIBER_BOOK_PDF } from '#billing/api/subscriber-book.ts';
import { exportSubscriberBook, getSubscriberBook, subscriberBookPdf } from '#contract/subscriber-book.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { fail, relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import { bookLines } from './book-lines.template.ts';
import { bookTables } from './book-tables.template.ts';

/** The subscriber's book: a year on the screen, as a document, as a workbook (product.md §5). */
export function subscriberBookRoutes(): Route[] {
  return [
    route(getSubscriberBook, async ({ account, year }, { billing }) =>
      relay(
        await billing(SUBSCRIBER_BOOK_GET, { accountNumber: account, year: year ?? null }),
        (book) => book,
      ),
    ),

    route(subscriberBookPdf, async ({ account, year }, { billing }) => {
      const result = await billing(SUBSCRIBER_BOOK_PDF, { accountNumber: account, year });
      if (!result.ok) return relayRefusal(result);
      return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
    }),

    route(exportSubscriberBook, async ({ account, year, format }, { billing }) => {
      const result = await billing(SUBSCRIBER_BOOK_GET, { accountNumber: account, year });
      if (!result.ok) return relayRefusal(result);
      if (result.data.rows.length === 0) return fail('billing.noCharges');
      const tables = format === 'csv' ? ([bookLines(result.data)] as const) : bookTables(result.data);
      const file = await tableFile(format, fileNameOf('book', account, year), tables);
      return sendFile(file.content, file.fileName, file.contentType);
    }),
  ];
}
