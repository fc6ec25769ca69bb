import * as z from 'zod/mini';
import { findWrongNumberSign } from '#domain/input/number-sign.ts';
import { moneyToWire, parseMoney } from '#domain/money.ts';
import { maxText } from './text-length.ts';

/** A sum in hryvnias: '1234.56'; handlers get it so, however it is written ('1234,5', '1 234'). */
export const moneyField = z.string().check(
  maxText(20),
  z.superRefine((text, context) => {
    if (parseMoney(text) !== undefined) return;
    const { code, ...params } = findWrongNumberSign(text) ?? { code: 'field.invalid' };
    context.addIssue({ code: 'custom', message: code, params });
  }),
  z.overwrite((text) => {
    const sum = parseMoney(text);
    return sum === undefined ? text : moneyToWire(sum);
  }),
);

/** Hryvnias per kWh, VAT included: '4.32', '1.728'. */
export const priceField = z.string().check(z.regex(/^\d{1,9}\.\d{2,6}$/));
