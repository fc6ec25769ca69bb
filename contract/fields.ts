import * as z from 'zod/mini';
import { parseAccountNumber } from '#domain/identifiers/account-number.ts';
import { parsePhone } from '#domain/identifiers/phone.ts';
import { parseMoney } from '#domain/money.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';

/** Ten digits by default; the supplier's own pattern is checked where the account is looked up. */
export const accountNumberField = z
  .string()
  .check(z.refine((text) => parseAccountNumber(text) === text, { error: 'field.invalid' }));

/** '+380' and nine digits: 13 characters. */
export const phoneField = z.string().check(
  z.length(13, { error: 'field.phoneLength' }),
  z.refine((text) => parsePhone(text) === text, { error: 'field.invalid' }),
);

/** A sum in hryvnias: '1234.56'. */
export const moneyField = z.string().check(
  z.maxLength(20),
  z.refine((text) => parseMoney(text) !== undefined, { error: 'field.invalid' }),
);

/** 'YYYY-MM-DD'. */
export const dateField = z
  .string()
  .check(z.refine((text) => parseLocalDate(text) !== undefined, { error: 'field.invalid' }));

/** 'YYYY-MM'. */
export const periodField = z
  .string()
  .check(z.refine((text) => parseBillingPeriod(text) !== undefined, { error: 'field.invalid' }));

/** A moment, ISO 8601 in UTC. */
export const instantField = z.string().check(
  z.maxLength(40),
  z.refine((text) => !Number.isNaN(Date.parse(text)), { error: 'field.invalid' }),
);

export const uuidField = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, { error: 'field.invalid' }),
  );

/** Made by the browser for each change; the same id again gives the first answer. */
export const requestIdField = uuidField;

export const zoneField = z.enum(['single', 'day', 'night', 'peak', 'halfPeak']);

/** Free text of a browser, bounded. PostgreSQL can't keep a NUL, so it is refused here. */
export const textField = (maximum: number) =>
  z.string().check(
    z.maxLength(maximum, { error: 'field.max' }),
    z.refine((text) => !text.includes('\0'), { error: 'field.invalid' }),
  );
