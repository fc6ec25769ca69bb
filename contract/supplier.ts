import * as z from 'zod/mini';
import { defineCall, success } from './define-call.ts';
import { textField } from './fields.ts';
import { officeSchema } from './values/office.ts';

/** The supplier: data of the contact page and the footer. */
const companySchema = z.object({
  organization: z.string(),
  organizationUpCase: z.string(),
  phone: z.array(z.string()),
  phonemobile: z.array(z.string()),
  /** The same without spaces, dashes and brackets, for tel: links. */
  phonePlain: z.array(z.string()),
  phonemobilePlain: z.array(z.string()),
  urlmain: z.string(),
  address: z.string(),
  email: z.string(),
  /** Address for photos of meters and letters about readings. */
  readingsEmail: z.string(),
  /** Where customers are received. */
  offices: z.optional(z.array(officeSchema)),
  /** Today's price of a kWh for an ordinary household, '4.32' hryvnias with VAT; null: there is no single price. */
  prices: z.optional(z.nullable(z.object({ day: z.string(), night: z.string() }))),
});

export const apiLink = defineCall({
  path: '/api/api-link',
  summary: 'Without a site the environment of the browser; with a site the supplier and its images.',
  audience: 'public',
  input: z.object({ site: z.optional(textField(200)) }),
  output: success({
    environment: z.optional(
      z.object({
        production: z.boolean(),
        version: z.string(),
        liqpay: z.literal(true),
        monobank: z.literal(true),
        portmone: z.literal(true),
        easypay: z.literal(true),
      }),
    ),
    company: z.optional(companySchema),
    images: z.optional(z.array(z.string())),
  }),
  failures: ['common.serviceDown'],
});
