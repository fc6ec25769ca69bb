import * as z from 'zod/mini';
import {
  billExplanationFields,
  billSchema,
  billSummarySchema,
  comparedWithField,
} from '#contract/values/bill.ts';
import { defineModule } from './define-module.ts';

const ofPeriod = z.object({
  accountNumber: z.string(),
  period: z.string(),
  /** The code that adds the object to a cabinet is masked: who asks is not the customer. */
  hidesCode: z.optional(z.literal(true)),
});
const refusals = ['common.notFound', 'billing.noCharges', 'billing.invoiceByCallCentre'];

export const BILL_LIST = defineModule({
  name: 'BILL_LIST',
  summary: 'The bills of an account, newest first.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    /** Due for energy now, billed or not. */
    due: z.string(),
    bills: z.array(billSummarySchema),
  }),
  failures: ['common.notFound'],
});

export const BILL_GET = defineModule({
  name: 'BILL_GET',
  summary: 'The bill of a period with all its details.',
  accountField: 'accountNumber',
  input: ofPeriod,
  output: z.object({ bill: billSchema }),
  failures: refusals,
});

export const BILL_PDF = defineModule({
  name: 'BILL_PDF',
  summary: 'The bill of a period as a PDF.',
  accountField: 'accountNumber',
  input: z.object({
    ...ofPeriod.shape,
    /** URL for paying the bill online, printed on the document; absent: not printed. */
    payUrl: z.optional(z.string()),
  }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: refusals,
});

export const BILL_EXPLAIN = defineModule({
  name: 'BILL_EXPLAIN',
  summary:
    'Explains the difference to the previous bill or to the same month a year ago as parts that add up to it.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    period: z.string(),
    against: comparedWithField,
  }),
  output: z.object(billExplanationFields),
  /** `billing.noComparison` carries `available` as its details. */
  failures: ['common.notFound', 'billing.noCharges', 'billing.noComparison', 'billing.invoiceByCallCentre'],
});
