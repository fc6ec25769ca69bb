import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const TARIFF_HISTORY = defineModule({
  name: 'TARIFF_HISTORY',
  summary:
    'The tariff of an account with every run of days that one version was in force for, the newest first.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    tariffCode: z.string(),
    tariffTitle: z.string(),
    /** Of the meter that works; 'single' without one. */
    zoneScheme: z.enum(['single', 'two', 'three']),
    versions: z.array(
      z.object({
        from: z.string(),
        /** The last day; null: no end is known. */
        to: z.nullable(z.string()),
        rule: z.looseObject({ kind: z.string() }),
        /** Coefficients of zones by scheme, decimal texts. */
        coefficients: z.record(z.string(), z.record(z.string(), z.string())),
        /** Key of the act that set it, or the supplier's own words for it. */
        act: z.string(),
      }),
    ),
  }),
  failures: ['common.notFound'],
});
