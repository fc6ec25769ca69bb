import * as z from 'zod/mini';
import { confirmationLength, tidyConfirmationCode } from '#domain/identifiers/confirmation-code.ts';
import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { parsePersonName } from '#domain/identifiers/person-name.ts';
import { parseUniqueCode } from '#domain/identifiers/unique-code.ts';
import { parseMoney } from '#domain/money.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { checkField, type FieldName, fieldLimits, isStorable } from './field-rules.ts';

/**
 * A field of the forms, refused for what `checkField` finds, so that browser and server say the same. An issue has the
 * code as its message and the number of its words, if any, as `params.n`.
 * @param documented How long it is, for the description of the calls.
 */
const ruled = (name: FieldName, documented: { minLength?: number; maxLength?: number } = {}) =>
  z
    .string()
    .check(
      z.superRefine((text, context) => {
        const problem = checkField(name, text);
        if (problem) context.addIssue({ code: 'custom', message: problem.code, params: { n: problem.n } });
      }),
    )
    .register(z.globalRegistry, documented);

/** Handlers get what `parse` makes of it, however it was typed. */
const tidied = (parse: (text: string) => string | undefined) =>
  z.overwrite<string>((text) => parse(text) ?? text);

const exactly = (length: number) => ({ minLength: length, maxLength: length });

/** Ten digits by default; the supplier's own pattern is checked where the account is looked up. */
export const accountNumberField = ruled('account', exactly(fieldLimits.account));

/** In place of an account number it clears the choice of the account. Source: base specification, section 4. */
export const noChoice = 'DELETE';

/** '+380' and nine digits: 13 characters. */
export const phoneField = ruled('phone', exactly(fieldLimits.phone));

/** A sum in hryvnias: '1234.56'. */
export const moneyField = z.string().check(
  z.maxLength(20),
  z.refine((text) => parseMoney(text) !== undefined, { error: 'field.invalid' }),
);

/** Years of days and months: what lies before and after is a mistake, and months beside it can still be told. */
const years = { first: 2000, last: 2199 } as const;
export const isInYears = (text: string) => text >= `${years.first}` && text < `${years.last + 1}`;

/** 'YYYY-MM-DD' of the years 2000–2199. */
export const dateField = z
  .string()
  .check(
    z.refine((text) => parseLocalDate(text) !== undefined && isInYears(text), { error: 'field.invalid' }),
  );

/** 'YYYY-MM' of the years 2000–2199. */
export const periodField = z
  .string()
  .check(
    z.refine((text) => parseBillingPeriod(text) !== undefined && isInYears(text), { error: 'field.invalid' }),
  );

/** 2000–2199. */
export const yearField = z.int().check(z.minimum(years.first), z.maximum(years.last));

/** A moment of the years 2000–2199, ISO 8601 in UTC. */
export const instantField = z.string().check(
  z.maxLength(40),
  z.refine((text) => !Number.isNaN(Date.parse(text)) && isInYears(text), { error: 'field.invalid' }),
);

export const uuidField = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, { error: 'field.invalid' }),
  );

/** Made by the browser for each change; the same id again gives the first answer. */
export const requestIdField = uuidField.check(z.toLowerCase());

export const zoneField = z.enum(['single', 'day', 'night', 'peak', 'halfPeak']);

/** As what a table is kept: a workbook, or plain text for other programs. */
export const exportFormatField = z.enum(['xlsx', 'csv']);

/** Where the next part of a list begins, as the part before said it; what is in it is the server's own. */
export const cursorField = z
  .string()
  .check(z.maxLength(400), z.regex(/^[\w-]+$/, { error: 'field.invalid' }));

/** Free text of a browser, bounded; what can't be kept is refused here. */
export const textField = (maximum: number) =>
  z
    .string()
    .check(z.maxLength(maximum, { error: 'field.max' }), z.refine(isStorable, { error: 'field.invalid' }));

/** An e-mail address; handlers get it in small letters. */
export const emailField = ruled('email', { maxLength: fieldLimits.email }).check(tidied(parseEmail));

/** A surname, first name or patronymic in Ukrainian letters; handlers get one kind of apostrophe. */
export const personNameField = ruled('name', { maxLength: fieldLimits.name }).check(tidied(parsePersonName));

/** The code in a contract that proves an account; handlers get it in Latin capitals. */
export const uniqueCodeField = ruled('unique_code').check(tidied(parseUniqueCode));

/** The code of a legal entity, its check digit right; handlers get it with the zeros that old records lack. */
export const edrpouField = ruled('edrpou', { maxLength: fieldLimits.edrpou }).check(tidied(parseEdrpou));

/** A code of four signs as it was sent; handlers get it tidied. */
export const codeField = ruled('code', exactly(confirmationLength)).check(tidied(tidyConfirmationCode));

/** The login of an administrator; handlers get it in small letters. */
export const adminLoginField = ruled('login').check(tidied((text) => text.trim().toLowerCase()));

/** A password to be. Whether it is easily guessed is judged by the server. Source: product.md 4. */
export const newPasswordField = ruled('new_pass', {
  minLength: fieldLimits.passwordShortest,
  maxLength: fieldLimits.password,
});

/** The password that stands. */
export const oldPasswordField = ruled('old_pass', { minLength: 1, maxLength: fieldLimits.password });
