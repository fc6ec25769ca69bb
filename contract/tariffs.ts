import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, dateField, exportFormatField } from './fields.ts';

/** Hryvnias per kWh, VAT included: '4.32', '1.728'. */
const priceField = z.string().check(z.regex(/^\d{1,9}\.\d{2,6}$/));

/** The last step has no upper end. */
const stepsSchema = z.array(z.object({ upToKwh: z.optional(z.number()), price: priceField }));

/** How the price depends on the volume of a month. */
export const tariffRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flat'), price: priceField }),
  /** Each kWh at the price of its step. */
  z.object({ kind: z.literal('marginalBlocks'), blocks: stepsSchema }),
  /** The whole volume at the price of its last step. */
  z.object({ kind: z.literal('wholeVolumeBlocks'), blocks: stepsSchema }),
  /** In the season the first kWh of a month at the reduced price; 'MM-DD', both included. */
  z.object({
    kind: z.literal('seasonalHeating'),
    limitKwh: z.number(),
    reducedPrice: priceField,
    price: priceField,
    seasonFrom: z.string(),
    seasonTo: z.string(),
  }),
]);

/** Days with one tariff. */
export const tariffVersionSchema = z.object({
  from: dateField,
  /** The last day; null: open-ended. */
  to: z.nullable(dateField),
  rule: tariffRuleSchema,
  /** Price multiplier by scheme and zone, '0.5'. An absent zone has the full price. */
  zones: z.record(z.string(), z.record(z.string(), z.string())),
  /** The act that set it, as text. */
  act: z.string(),
  actUrl: z.nullable(z.string()),
});

export const tariffHistory = defineCall({
  path: '/api/tariffs/history',
  summary: 'The tariff of an account and all its versions, the newest first.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({
    tariffTitle: z.string(),
    zoneScheme: z.enum(['single', 'two', 'three']),
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
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ account: accountNumberField, format: exportFormatField }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});
