import {
  confirmationAlphabet,
  confirmationLength,
  parseUniqueCode,
  tidyAccountNumber,
  tidyConfirmationCode,
} from '#domain/identifiers/account-codes.ts';
import {
  nameSign,
  parsePersonName,
  parsePhone,
  tidyPersonName,
  tidyPhone,
} from '#domain/identifiers/contacts.ts';
import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { emailSign, parseEmail, tidyEmail } from '#domain/identifiers/email.ts';
import { foldToLatin } from '#domain/input/look-alikes.ts';
import { tidyText, withoutSpaces } from '#domain/input/tidy-text.ts';
import { findWrongSign, type WrongSign } from '#domain/input/wrong-sign.ts';
import { passwordLength } from '#domain/passwords/password-length.ts';
import { textLength } from '#domain/text-length.ts';
import { fieldLimits, isStorable } from './field-limits.ts';

/** Form fields, named as in the base specification (section 5). */
export type FieldName =
  | 'phone'
  | 'phone_copy'
  | 'phone_last'
  | 'email'
  | 'surname'
  | 'name'
  | 'middle_n'
  | 'password'
  | 'new_pass'
  | 'old_pass'
  | 'sms_pwd'
  | 'unique_code'
  | 'account'
  | 'edrpou'
  | 'code'
  | 'title'
  | 'login';

type FieldCode =
  | 'field.required'
  | 'field.length'
  | 'field.max'
  | 'field.invalid'
  | 'field.samePassword'
  | 'field.phoneLength'
  | 'field.codeLength'
  | WrongSign['code'];

/** A problem of a field; `n` and `sign` stand in its message. */
export interface FieldProblem {
  readonly code: FieldCode;
  readonly n?: number;
  readonly sign?: string;
}

/** Other fields of the form that a rule depends on. */
export interface FieldsBeside {
  readonly phone?: string;
  readonly oldPassword?: string;
}

/** 3–32 small Latin letters, digits, dots, underscores and hyphens, a letter first. */
const adminLoginShape = /^[a-z][a-z0-9._-]{2,31}$/;

interface Rule {
  /** The value as it is checked, sent and given to handlers; absent: as it was typed. Decision 0160. */
  readonly tidy?: (value: string) => string;
  /** A character that the tidy value may have. */
  readonly sign?: RegExp;
  readonly length?: { readonly n: number; readonly code: FieldCode };
  readonly max?: number;
  readonly fits: (value: string, beside: FieldsBeside) => boolean;
}

const digit = /\d/;
const phone: Rule = {
  tidy: (value) => parsePhone(value) ?? tidyPhone(value),
  sign: /[+\d]/,
  length: { n: fieldLimits.phone, code: 'field.phoneLength' },
  fits: (value) => parsePhone(value) === value,
};
const personName: Rule = {
  tidy: tidyPersonName,
  sign: nameSign,
  max: fieldLimits.name,
  fits: (value) => parsePersonName(value) !== undefined,
};
/** Any storable characters, with a minimum length. */
const password = (shortest: number): Rule => ({
  fits: (value) => {
    const length = passwordLength(value);
    return length >= shortest && length <= fieldLimits.password && isStorable(value);
  },
});
const newPassword = password(fieldLimits.passwordShortest);
const code: Rule = {
  tidy: tidyConfirmationCode,
  sign: new RegExp(`[${confirmationAlphabet}]`),
  length: { n: confirmationLength, code: 'field.codeLength' },
  fits: () => true,
};

const rules: Readonly<Record<FieldName, Rule>> = {
  phone,
  phone_copy: { ...phone, fits: (value, beside) => parsePhone(value) === value && value === beside.phone },
  phone_last: phone,
  email: {
    tidy: tidyEmail,
    sign: emailSign,
    max: fieldLimits.email,
    fits: (value) => parseEmail(value) !== undefined,
  },
  surname: personName,
  name: personName,
  middle_n: personName,
  password: newPassword,
  new_pass: newPassword,
  old_pass: password(1),
  sms_pwd: code,
  unique_code: { tidy: latinCode, sign: /[0-9A-Z]/, fits: (value) => parseUniqueCode(value) !== undefined },
  // The base specification has ten digits.
  account: {
    tidy: tidyAccountNumber,
    sign: digit,
    length: { n: fieldLimits.account, code: 'field.length' },
    fits: () => true,
  },
  edrpou: {
    tidy: (value) => parseEdrpou(value) ?? withoutSpaces(value),
    sign: digit,
    max: fieldLimits.edrpou,
    fits: (value) => parseEdrpou(value) !== undefined,
  },
  code,
  title: {
    tidy: tidyText,
    sign: /[^\p{Cc}\p{Cs}]/u,
    max: fieldLimits.title,
    fits: (value) => textLength(value) >= fieldLimits.titleShortest,
  },
  login: {
    tidy: (value) => foldToLatin(tidyText(value)).toLowerCase(),
    sign: /[a-z0-9._-]/,
    fits: (value) => adminLoginShape.test(value),
  },
};

/** A typed value as it is sent; what is wrong in it stays. */
export const tidyField = (name: FieldName, value: string) => rules[name].tidy?.(value) ?? value;

/**
 * The first broken rule, in this order: required, length, max, a wrong character, shape, equality with another field; undefined: none.
 * Forms use it before sending, the fields of the calls (`fields.ts`) use it again.
 * Source: base specification section 5, product.md 4.
 */
export function checkField(
  name: FieldName,
  value: string,
  beside: FieldsBeside = {},
): FieldProblem | undefined {
  const rule = rules[name];
  const normalized = tidyField(name, value);
  if (normalized === '') return { code: 'field.required' };
  if (rule.length && textLength(normalized) !== rule.length.n) {
    return rule.length.code === 'field.length' ? rule.length : { code: rule.length.code };
  }
  if (rule.max !== undefined && textLength(normalized) > rule.max) return { code: 'field.max', n: rule.max };
  const wrong = rule.sign && findWrongSign(normalized, rule.sign);
  if (wrong) return wrong;
  if (!rule.fits(normalized, beside)) return { code: 'field.invalid' };
  if (name === 'new_pass' && value.normalize('NFC') === beside.oldPassword?.normalize('NFC')) {
    return { code: 'field.samePassword' };
  }
  return undefined;
}
