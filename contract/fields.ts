import * as z from 'zod/mini';
import { parseAccountNumber } from '#domain/identifiers/account-number.ts';
import { confirmationLength, tidyConfirmationCode } from '#domain/identifiers/confirmation-code.ts';
import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { parsePersonName } from '#domain/identifiers/person-name.ts';
import { parsePhone } from '#domain/identifiers/phone.ts';
import { parseUniqueCode } from '#domain/identifiers/unique-code.ts';
import { parseMoney } from '#domain/money.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { adminLoginShape, fieldLimits } from './field-rules.ts';

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

/** A field that the server keeps as `parse` writes it, however it was typed. */
const tidied = (parse: (text: string) => string | undefined, maximum: number) =>
  z.string().check(
    z.maxLength(maximum, { error: 'field.max' }),
    z.refine((text) => parse(text) !== undefined, { error: 'field.invalid' }),
    z.overwrite((text) => parse(text) ?? text),
  );

/** An e-mail address; handlers get it in small letters. */
export const emailField = tidied(parseEmail, fieldLimits.email);

/** A surname, first name or patronymic in Ukrainian letters; handlers get one kind of apostrophe. */
export const personNameField = tidied(parsePersonName, fieldLimits.name);

/** The code in a contract that proves an account; handlers get it in Latin capitals. */
export const uniqueCodeField = tidied(parseUniqueCode, 40);

/** The code of a legal entity, its check digit right. */
export const edrpouField = tidied(parseEdrpou, 20);

/** A code of four signs as it was sent; handlers get it tidied. */
export const codeField = z
  .string()
  .check(z.overwrite(tidyConfirmationCode), z.length(confirmationLength, { error: 'field.codeLength' }));

/** The login of an administrator. */
export const adminLoginField = z.string().check(z.regex(adminLoginShape, { error: 'field.invalid' }));

/** A password to be. Whether it is easily guessed is judged by the server. Source: product.md 4. */
export const newPasswordField = z.string().check(
  z.minLength(fieldLimits.passwordShortest, { error: 'field.invalid' }),
  z.maxLength(fieldLimits.password, { error: 'field.invalid' }),
  z.refine((text) => !text.includes('\0'), { error: 'field.invalid' }),
);

/** The password that stands. */
export const oldPasswordField = textField(fieldLimits.password).check(
  z.minLength(1, { error: 'field.required' }),
);
