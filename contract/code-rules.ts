import { latinCode, parseEicCode } from '#domain/identifiers/eic-code.ts';
import { parseIban } from '#domain/identifiers/iban.ts';
import { findWrongSign } from '#domain/input/wrong-sign.ts';
import type { FieldProblem } from './field-rules.ts';

/** Codes with check characters that staff alone type; apart from the rules of fields, which the first page loads. */
export type CodeName = 'eic' | 'iban';

const rules: Readonly<Record<CodeName, { sign: RegExp; parse: (typed: string) => string | undefined }>> = {
  eic: { sign: /[0-9A-Z-]/, parse: parseEicCode },
  iban: { sign: /[0-9A-Z]/, parse: parseIban },
};

/** What is wrong with a typed code: it is missing, a character does not belong there, the check characters differ. */
export function checkCode(name: CodeName, typed: string): FieldProblem | undefined {
  const { sign, parse } = rules[name];
  const code = latinCode(typed);
  if (code === '') return { code: 'field.required' };
  return findWrongSign(code, sign) ?? (parse(code) === undefined ? { code: 'field.invalid' } : undefined);
}
