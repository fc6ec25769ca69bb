import * as z from 'zod/mini';
import { dateField, periodField } from './dates.ts';
import { moneyField } from './money.ts';

/**
 * State in the unified register: 'unregistered': not sent yet, 'sent': no answer yet, 'stopped': the register wants
 * explanations of the supplier.
 */
export const registrationStates = ['unregistered', 'sent', 'registered', 'stopped', 'rejected'] as const;

/** A tax invoice, or an adjustment of one, as the accounting program of the supplier made it. */
export const taxInvoiceSchema = z.object({
  /** Numbers begin anew, so a tax invoice is named by number and day. */
  number: z.string(),
  issuedOn: dateField,
  /** Month of the supply. */
  period: periodField,
  kind: z.enum(['invoice', 'adjustment']),
  /** The tax invoice that an adjustment changes. */
  adjusts: z.nullable(z.object({ number: z.string(), issuedOn: dateField })),
  /** Of an adjustment; else ''. */
  reason: z.string(),
  quantityKwh: z.number(),
  /** Of an adjustment: what changes, negative when less. */
  net: moneyField,
  vat: moneyField,
  gross: moneyField,
  registration: z.enum(registrationStates),
  /** null: not registered. */
  registrationNumber: z.nullable(z.string()),
  registeredOn: z.nullable(dateField),
});
export type TaxInvoice = z.infer<typeof taxInvoiceSchema>;

/** Form of a tax invoice as a file: for people, or for accounting programs. */
export const taxInvoiceFormatField = z.enum(['pdf', 'xml']);
