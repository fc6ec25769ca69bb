import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const SUPPLIER_GET = defineModule({
  name: 'SUPPLIER_GET',
  summary: 'Name, bank details and contacts of the supplier.',
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
    /** Where photos of meters are sent. */
    readingsEmail: z.string(),
    mainUrl: z.string(),
    images: z.array(z.string()),
  }),
  failures: ['common.notFound'],
});
