import * as z from 'zod/mini';
import { zoneSchemeField } from '#contract/values/energy.ts';
import { priceHistoryFields } from '#contract/values/price-history.ts';
import { tariffVersionFields } from '#contract/values/tariff.ts';
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
    zoneScheme: zoneSchemeField,
    versions: z.array(
      z.object({
        ...tariffVersionFields,
        /** Key of the legal act that set it, or free text of the supplier. */
        act: z.string(),
      }),
    ),
  }),
  failures: ['common.notFound'],
});

export const PRICE_HISTORY = defineModule({
  name: 'PRICE_HISTORY',
  summary:
    'Prices of a kWh by the contract of an account, by voltage class, with the dated versions of their parts.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object(priceHistoryFields),
  failures: ['common.notFound'],
});
