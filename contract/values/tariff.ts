import * as z from 'zod/mini';
import { dateField } from './dates.ts';
import { priceField } from './money.ts';

/** The last step has no upper end. */
const stepsSchema = z.array(z.object({ upToKwh: z.optional(z.number()), price: priceField }));

const seasonDayField = z
  .string()
  .check(z.regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, { error: 'field.invalid' }));

const coefficientField = z.string().check(z.regex(/^\d{1,3}(?:\.\d{1,3})?$/, { error: 'field.invalid' }));

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
    seasonFrom: seasonDayField,
    seasonTo: seasonDayField,
  }),
]);

/** Days with one tariff. */
export const tariffVersionFields = {
  from: dateField,
  /** Inclusive last day; null: open-ended. */
  to: z.nullable(dateField),
  rule: tariffRuleSchema,
  /** Price multiplier by scheme and zone, '0.5'. An absent zone has the full price. */
  zones: z.record(z.string(), z.record(z.string(), coefficientField)),
};
