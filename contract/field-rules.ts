import {
  confirmationAlphabet,
  confirmationLength,
  parseAccountNumber,
  parseUniqueCode,
  tidyConfirmationCode,
} from '#domain/identifiers/account-codes.ts';
import { parsePersonName, parsePhone } from '#domain/identifiers/contacts.ts';
import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  passwordLength,
} from '#domain/passwords/password-length.ts';
import { textLength } from '#domain/text-length.ts';

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
  | 'field.codeLength';

/** A problem of a field; `n` is the number in its message. */
export interface FieldProblem {
  readonly code: FieldCode;
  readonly n?: number;
}

/** Other fields of the form that a rule depends on. */
export interface FieldsBeside {
  readonly phone?: string;
  readonly oldPassword?: string;
}

/** Limits of the rules. Source: product.md 4. */
export const fieldLimits = {
  phone: 13,
  email: 254,
  name: 50,
  passwordShortest: MIN_PASSWORD_LENGTH,
  password: MAX_PASSWORD_LENGTH,
  account: 10,
  edrpou: 8,
  titleShortest: 3,
  title: 120,
} as const;

/** 3–32 small Latin letters, digits, dots, underscores and hyphens, a letter first. */
const adminLoginShape = /^[a-z][a-z0-9._-]{2,31}$/;

/** Whether PostgreSQL can store a text: no NUL and no lone surrogate, which is invalid in UTF-8 and JSON. */
export const isStorable = (text: string) => !text.includes('\0') && !/\p{Cs}/u.test(text);

interface Rule {
  /** Normalizes the value before the rules are checked. */
  readonly tidy?: (value: string) => string;
  readonly length?: { readonly n: number; readonly code: FieldCode };
  readonly max?: number;
  /** Spaces are not trimmed. */
  readonly spacesCount?: true;
  readonly fits: (value: string, beside: FieldsBeside) => boolean;
}

const phone: Rule = {
  length: { n: fieldLimits.phone, code: 'field.phoneLength' },
  fits: (value) => parsePhone(value) === value,
};
const trim = (value: string) => value.trim();
const personName: Rule = {
  tidy: trim,
  max: fieldLimits.name,
  fits: (value) => parsePersonName(value) !== undefined,
};
/** Any storable characters, with a minimum length. */
const password = (shortest: number): Rule => ({
  spacesCount: true,
  fits: (value) => {
    const length = passwordLength(value);
    return length >= shortest && length <= fieldLimits.password && isStorable(value);
  },
});
const newPassword = password(fieldLimits.passwordShortest);
const code: Rule = {
  tidy: tidyConfirmationCode,
  length: { n: confirmationLength, code: 'field.codeLength' },
  fits: (value) => Array.from(value).every((sign) => confirmationAlphabet.includes(sign)),
};

/** The base specification has ten digits. */
const accountPattern = new RegExp(`^\\d{${fieldLimits.account}}$`);

const rules: Readonly<Record<FieldName, Rule>> = {
  phone,
  phone_copy: { ...phone, fits: (value, beside) => parsePhone(value) === value && value === beside.phone },
  phone_last: phone,
  email: { tidy: trim, max: fieldLimits.email, fits: (value) => parseEmail(value) !== undefined },
  surname: personName,
  name: personName,
  middle_n: personName,
  password: newPassword,
  new_pass: newPassword,
  old_pass: password(1),
  sms_pwd: code,
  unique_code: { fits: (value) => parseUniqueCode(value) !== undefined },
  account: {
    length: { n: fieldLimits.account, code: 'field.length' },
    fits: (value) => parseAccountNumber(value, accountPattern) === value,
  },
  edrpou: {
    tidy: trim,
    max: fieldLimits.edrpou,
    fits: (value) => parseEdrpou(value) !== undefined,
  },
  code,
  title: { max: fieldLimits.title, fits: (value) => textLength(value.trim()) >= fieldLimits.titleShortest },
  login: {
    tidy: (value) => value.trim().toLowerCase(),
    fits: (value) => adminLoginShape.test(value),
  },
};

/**
 * The first broken rule, in this order: required, length, max, shape, equality with another field; undefined: none.
 * The value is what would be sent. Forms use it before sending, the fields of the calls (`fields.ts`) use it again.
 * Source: base specification section 5, product.md 4.
 */
export function checkField(
  name: FieldName,
  value: string,
  beside: FieldsBeside = {},
): FieldProblem | undefined {
  const rule = rules[name];
  const normalized = rule.tidy ? rule.tidy(value) : value;
  if ((rule.spacesCount ? normalized : normalized.trim()) === '') return { code: 'field.required' };
  if (rule.length && textLength(normalized) !== rule.length.n) {
    return rule.length.code === 'field.length' ? rule.length : { code: rule.length.code };
  }
  if (rule.max !== undefined && textLength(normalized) > rule.max) return { code: 'field.max', n: rule.max };
  if (!rule.fits(normalized, beside)) return { code: 'field.invalid' };
  if (name === 'new_pass' && value.normalize('NFC') === beside.oldPassword?.normalize('NFC')) {
    return { code: 'field.samePassword' };
  }
  return undefined;
}
