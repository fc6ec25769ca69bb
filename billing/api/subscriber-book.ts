import * as z from 'zod/mini';
import { subscriberBookSchema } from '#contract/values/subscriber-book.ts';
import { defineModule } from './define-module.ts';

export const SUBSCRIBER_BOOK_GET = defineModule({
  name: 'SUBSCRIBER_BOOK_GET',
  summary: 'A year of an account month by month: readings, tariff, charge, payments, balance.',
  accountField: 'accountNumber',
  /** Year null: the latest with a closed month. */
  input: z.object({ accountNumber: z.string(), year: z.nullable(z.int()) }),
  output: subscriberBookSchema,
  failures: ['common.notFound', 'billing.noCharges'],
});

export const SUBSCRIBER_BOOK_PDF = defineModule({
  name: 'SUBSCRIBER_BOOK_PDF',
  summary: "A year of the subscriber's book as a PDF.",
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), year: z.int() }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound', 'billing.noCharges'],
});
