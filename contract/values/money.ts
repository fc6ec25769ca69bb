import * as z from 'zod/mini';
import { parseMoney } from '#domain/money.ts';

/** A sum in hryvnias: '1234.56'. */
export const moneyField = z.string().check(
  z.maxLength(20),
  z.refine((text) => parseMoney(text) !== undefined, { error: 'field.invalid' }),
);

/** Hryvnias per kWh, VAT included: '4.32', '1.728'. */
export const priceField = z.string().check(z.regex(/^\d{1,9}\.\d{2,6}$/));
