import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const SUPPLIER_GET = defineModule({
  name: 'SUPPLIER_GET',
  summary: 'Name, bank details and contacts of the supplier, and the prices of an ordinary household.',
  input: z.object({}),
  output: z.object({
    name: z.string(),
    shortName: z.string(),
    edrpou: z.string(),
    iban: z.string(),
    bank: z.string(),
    address: z.string(),
    phones: z.array(z.string()),
    mobilePhones: z.array(z.string()),
    email: z.string(),
    /** Email for photos of meters. */
    readingsEmail: z.string(),
    mainUrl: z.string(),
    images: z.array(z.string()),
    /** Current price per kWh for an ordinary household, decimal hryvnias with VAT; null: there is no single price. */
    householdPrices: z.nullable(z.object({ day: z.string(), night: z.string() })),
  }),
  failures: ['common.notFound'],
});
