import { formatPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import type { ApiResult } from '../api.ts';
import type { ApiFailure } from '../api-failure.ts';

/** A code is on its way, or came before. */
export interface CodeWait {
  /** Until the next may be asked for. */
  seconds: number;
  /** None was sent now: the one that was sent before is asked for. */
  alreadySent: boolean;
  /** The code is digits alone. */
  isNumeric?: boolean | undefined;
}

interface SentCode {
  readonly resendAfterSeconds?: number | undefined;
  readonly alreadySent?: boolean | undefined;
  readonly isNumeric?: boolean | undefined;
}

/** What became of a call that sends a code: how long until the next may be asked for, or why there is none. */
export async function waitOfCode(call: Promise<ApiResult<SentCode>>): Promise<CodeWait | ApiFailure> {
  const result = await call;
  if (!result.ok) return result.failure;
  const { resendAfterSeconds: seconds = 0, alreadySent = false, isNumeric } = result.data;
  return { seconds, alreadySent, ...(isNumeric && { isNumeric }) };
}

/** Whether there is a code to ask for. */
export function isCodeWait(answer: CodeWait | ApiFailure): answer is CodeWait {
  return 'alreadySent' in answer;
}

/** Where a code went, for reading: "+380 50 111 00 01"; an e-mail unchanged. */
export function showContact(contact: string): string {
  const phone = parsePhone(contact);
  return phone ? formatPhone(phone) : contact;
}
