import * as z from 'zod/mini';
import { dateField } from './dates.ts';

const partKind = z.enum([
  'dayAhead',
  'margin',
  'purchase',
  'universalTariff',
  'transmission',
  'distribution',
]);

/** Prices of a kWh are decimals of hryvnias, exact. */
export const priceHistoryFields = {
  /** Days with one price for points of a voltage class, newest first; from and to are bounds of months. */
  prices: z.array(
    z.object({
      voltageClass: z.union([z.literal(1), z.literal(2)]),
      from: dateField,
      /** null: no end is known. */
      to: z.nullable(dateField),
      net: z.string(),
      gross: z.string(),
      /** Without VAT, of a fixed price with VAT with it; in the order of the invoice. */
      parts: z.array(
        z.object({ kind: z.union([partKind, z.literal('fixed'), z.literal('allIn')]), price: z.string() }),
      ),
    }),
  ),
  /** Versions of the parts, without VAT, newest first. */
  components: z.array(
    z.object({
      kind: partKind,
      /** Name of the operator of distribution, code of the offer; '' of the others. */
      subject: z.string(),
      /** 0: the same for both classes. */
      voltageClass: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      from: dateField,
      to: z.nullable(dateField),
      price: z.string(),
      source: z.string(),
    }),
  ),
};
