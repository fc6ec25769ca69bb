import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const TARIFF_HISTORY = defineModule({
  name: 'TARIFF_HISTORY',
  summary: 'The tariff of an account with the date range of every version, newest first.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    tariffCode: z.string(),
    tariffTitle: z.string(),
    /** Scheme of the installed meter; 'single' without one. */
    zoneScheme: z.enum(['single', 'two', 'three']),
    versions: z.array(
      z.object({
        from: z.string(),
        /** Inclusive last day; null: open-ended. */
        to: z.nullable(z.string()),
        rule: z.looseObject({ kind: z.string() }),
        /** Zone coefficients by scheme, decimal strings. */
        coefficients: z.record(z.string(), z.record(z.string(), z.string())),
        /** Key of the legal act that set it, or free text of the supplier. */
        act: z.string(),
      }),
    ),
  }),
  failures: ['common.notFound'],
});
