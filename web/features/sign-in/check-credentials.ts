import { commonMessages } from '#contract/messages/common-messages.ts';
import { nationalDigits } from '#web/ui/phone-digits.ts';

const PREFIX = '+380';
const PHONE_LENGTH = 13;

/** The problems of the two fields; an absent one is right. */
export interface CredentialProblems {
  phone?: string;
  password?: string;
}

export type CheckedCredentials =
  | { ok: true; phone: string; password: string }
  | { ok: false; problems: CredentialProblems };

/**
 * Checks what was typed before it is sent. The phone travels with the prefix: 13 characters; of the password only its
 * presence is checked here. Source: base specification, section 5; texts: spec/messages.md.
 */
export function checkCredentials(typedPhone: string, password: string): CheckedCredentials {
  const problems: CredentialProblems = {};
  const digits = nationalDigits(typedPhone);
  const phone = PREFIX + digits;
  if (digits === '') problems.phone = commonMessages['field.required'];
  else if (phone.length !== PHONE_LENGTH) problems.phone = commonMessages['field.phoneLength'];
  if (password === '') problems.password = commonMessages['field.required'];
  return problems.phone || problems.password ? { ok: false, problems } : { ok: true, phone, password };
}
