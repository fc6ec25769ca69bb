import { commonMessages } from '#contract/messages/common-messages.ts';
import type { Refusal } from '#web/lib/form-problems.ts';
import { text } from './text.ts';

/** The number of digits of an authenticator app. Source: RFC 6238, as used by the server. */
export const TOTP_DIGITS = 6;

const SHAPE = /^\d{6}$/;

/** The refusal of a code with a wrong format; undefined: the format is right. */
export function checkTotp(id: string, code: string): Refusal | undefined {
  if (SHAPE.test(code)) return undefined;
  const problem =
    code === ''
      ? { code: 'field.required', text: commonMessages['field.required'] }
      : { code: 'field.invalid', text: text.totpCodeWrong };
  return { fields: { [id]: problem } };
}
