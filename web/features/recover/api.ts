import { recoverPassword } from '#contract/registration.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { callSms } from '#web/lib/call-sms.ts';
import { deviceFields } from '#web/lib/device-fields.ts';
import { withMinimumDelay } from '#web/lib/minimum-delay.ts';
import { waitOfCode } from '#web/lib/wait-of-code.ts';

/** Whose password is lost, and where the code goes: a phone or an e-mail, of an entity with its account. */
export interface CodeOwner {
  userType: 'person' | 'entity';
  phone?: string;
  email?: string;
  account?: string;
}

/** Where the code goes. */
export function contactOf({ phone, email }: CodeOwner): string {
  return phone ?? email ?? '';
}

/** Has a code sent; gives how long until the next may be asked for. */
export function askForCode(owner: CodeOwner): Promise<number | ApiFailure> {
  return waitOfCode(sms(owner, ''));
}

/** Proves the contact by the code that came to it; gives the refusal, or nothing. */
export async function proveCode(owner: CodeOwner, code: string): Promise<ApiFailure | undefined> {
  const result = await sms(owner, code);
  return result.ok ? undefined : result.failure;
}

/** Sets the new password by the proven code; gives the refusal, or nothing. */
export async function savePassword(
  owner: CodeOwner,
  code: string,
  password: string,
): Promise<ApiFailure | undefined> {
  const basicAuth = { login: contactOf(owner), password };
  const result = await withMinimumDelay(callApi(recoverPassword, { ...owner, code }, { basicAuth }));
  return result.ok ? undefined : result.failure;
}

function sms(owner: CodeOwner, code: string) {
  const payload = { ...owner, action: 'recover' as const, ...deviceFields() };
  const basicAuth = { login: contactOf(owner), password: code };
  return callSms(payload, basicAuth);
}
