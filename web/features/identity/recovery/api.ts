import { recoverPassword } from '#contract/identity/sign-up.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { callSms } from '#web/lib/call-sms.ts';
import { type CodeWait, waitOfCode } from '#web/lib/form/sent-code.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { deviceFields } from '#web/lib/request-id.ts';

/** Whose password is reset, and where the code is sent: a phone or an e-mail; for an entity also the account. */
export interface CodeOwner {
  userType: 'person' | 'entity';
  phone?: string;
  email?: string;
  account?: string;
}

/** The phone or e-mail to which the code is sent. */
export function contactOf({ phone, email }: CodeOwner): string {
  return phone ?? email ?? '';
}

/** Requests a code; answers the wait before the next one. */
export function requestCode(owner: CodeOwner): Promise<CodeWait | ApiFailure> {
  return waitOfCode(sms(owner, ''));
}

/** Verifies the code; answers the refusal, or undefined. */
export async function proveCode(owner: CodeOwner, code: string): Promise<ApiFailure | undefined> {
  const result = await sms(owner, code);
  return result.ok ? undefined : result.failure;
}

/** Sets the new password with the verified code; answers the refusal, or undefined. */
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
