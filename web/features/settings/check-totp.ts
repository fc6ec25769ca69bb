import { commonMessages } from '#contract/messages/common-messages.ts';
import type { Refusal } from '#web/lib/form-problems.ts';
import { text } from './text.ts';

/** How many digits an application shows. Source: RFC 6238, as the server makes its codes. */
export const TOTP_DIGITS = 6;

const SHAPE = /^\d{6}$/;

/** The refusal of a code of an application that can't be one; undefined: it may be asked about. */
export function checkTotp(id: string, code: string): Refusal | undefined {
  if (SHAPE.test(code)) return undefined;
  const problem =
    code === ''
      ? { code: 'field.required', text: commonMessages['field.required'] }
      : { code: 'field.invalid', text: text.totpCodeWrong };
  return { fields: { [id]: problem } };
}
