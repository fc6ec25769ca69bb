import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, exportFormatField } from './fields.ts';
import { dateField } from './values/dates.ts';
import { zoneSchemeField } from './values/energy.ts';
import { priceHistoryFields } from './values/price-history.ts';
import { tariffVersionFields } from './values/tariff.ts';

/** Days with one tariff. */
const tariffVersionSchema = z.object({
  ...tariffVersionFields,
  /** The act that set it, as text. */
  act: z.string(),
  actUrl: z.nullable(z.string()),
});

export const tariffHistory = defineCall({
  path: '/api/tariffs/history',
  summary: 'The tariff of an account and all its versions, the newest first.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({
    tariffTitle: z.string(),
    zoneScheme: zoneSchemeField,
    /** The current Kyiv day, which determines the version in force. */
    today: dateField,
    versions: z.array(tariffVersionSchema),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const exportTariffs = defineCall({
  path: '/api/tariffs/export',
  summary: 'The versions of the tariff of an account with the prices of each zone, as a file.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ account: accountNumberField, format: exportFormatField }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const priceHistory = defineCall({
  path: '/api/tariffs/prices',
  summary:
    'What a kWh has cost by the contract of an account, and the dated versions of each part of the price.',
  audience: 'entity',
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ today: dateField, ...priceHistoryFields }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const exportPrices = defineCall({
  path: '/api/tariffs/prices-export',
  summary: 'The dated versions of the parts of the price of an account, as a file.',
  audience: 'entity',
  area: 'money',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ account: accountNumberField, format: exportFormatField }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});
