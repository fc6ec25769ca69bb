import { parseIban } from '../identifiers/iban.ts';
import { foldToLatin } from '../input/look-alikes.ts';
import { findWrongNumberSign } from '../input/number-sign.ts';
import { tidyText } from '../input/tidy-text.ts';
import { findWrongSign, type WrongSign } from '../input/wrong-sign.ts';
import { parseMoney } from '../money.ts';
import { parseBillingPeriod } from '../time/billing-period.ts';
import { parseLocalDate } from '../time/local-date.ts';

/** What a field of a topic holds; it decides how it is checked, filled in and shown. */
export const subjectFieldKinds = ['text', 'date', 'period', 'money', 'number', 'iban', 'meter'] as const;
export type SubjectFieldKind = (typeof subjectFieldKinds)[number];

/** A field that a topic asks for. */
export interface SubjectField {
  readonly name: string;
  readonly kind: SubjectFieldKind;
  readonly label: string;
  readonly isRequired: boolean;
}

const fits: Readonly<Record<SubjectFieldKind, (value: string) => boolean>> = {
  text: () => true,
  meter: () => true,
  date: (value) => parseLocalDate(value) !== undefined,
  period: (value) => parseBillingPeriod(value) !== undefined,
  money: (value) => parseMoney(value) !== undefined,
  number: (value) => /^\d{1,12}([.,]\d{1,6})?$/.test(value),
  iban: (value) => parseIban(value) !== undefined,
};

/** A character that no value of the kind has. */
function wrongSignOf(kind: SubjectFieldKind, value: string): WrongSign | undefined {
  if (kind === 'money' || kind === 'number') return findWrongNumberSign(value);
  return kind === 'iban' ? findWrongSign(foldToLatin(value.toUpperCase()), /[0-9A-Z ]/) : undefined;
}

/** What is wrong with a value of a field; undefined: nothing. An empty value of an optional field is right. */
export function checkSubjectField(
  { kind, isRequired }: Pick<SubjectField, 'kind' | 'isRequired'>,
  value: string,
): { readonly code: 'field.required' | 'field.invalid' } | WrongSign | undefined {
  const tidy = tidyText(value);
  if (tidy === '') return isRequired ? { code: 'field.required' } : undefined;
  if (fits[kind](tidy)) return undefined;
  return wrongSignOf(kind, tidy) ?? { code: 'field.invalid' };
}
