import type { SubscriberBookData } from '#billing/api/subscriber-book.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import { drawHead } from './draw-head.ts';
import { drawYear } from './draw-year.ts';
import { words } from './text.ts';

/** Draws a year of the book on landscape A4: header, and a table of months with opening balance and total. */
export function createBookDocument(
  book: SubscriberBookData,
  accountNumber: string,
  now: Instant,
): Promise<Buffer> {
  return createPdf(
    {
      title: `${words.title(book.year)}, ${accountNumber}`,
      subject: words.subject(accountNumber, book.head.customerName),
      author: book.head.supplierName,
      createdAt: now,
      isLandscape: true,
    },
    (pdf) => {
      const y = drawHead(pdf, book, { accountNumber, today: kyivDateOf(now) });
      drawYear(pdf, book, y + 8);
    },
  );
}
