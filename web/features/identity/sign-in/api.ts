import { signInAdmin, signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { callSms } from '#web/lib/form/call-sms.ts';
import { type CodeWait, waitOfCode } from '#web/lib/form/sent-code.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { deviceFields } from '#web/lib/request-id.ts';
import { type SignInAnswer, signIn } from '#web/session/sign-in.ts';

/** Signs a person in by phone and password. */
export async function sendPerson(phone: string, password: string): Promise<SignInAnswer> {
  const payload = { phone, userType: 'person' as const, ...deviceFields() };
  const basicAuth = { login: phone, password };
  return signIn(await withMinimumDelay(callApi(signInPerson, payload, { basicAuth })));
}

/** Signs an entity in by account, password and unique code. */
export async function sendEntity(
  account: string,
  password: string,
  uniqueCode: string,
): Promise<SignInAnswer> {
  const payload = { account, unique_code: uniqueCode, userType: 'entity' as const, ...deviceFields() };
  const basicAuth = { login: account, password };
  return signIn(await withMinimumDelay(callApi(signInEntity, payload, { basicAuth })));
}

/** Signs an administrator in by login and password. */
export async function sendAdmin(login: string, password: string): Promise<SignInAnswer> {
  const basicAuth = { login, password };
  return signIn(await withMinimumDelay(callApi(signInAdmin, { login }, { basicAuth })));
}

/** Requests a code for the phone of a person; answers the wait before the next one. */
export function requestCode(phone: string): Promise<CodeWait | ApiFailure> {
  return waitOfCode(callSms(payloadFor(phone), { login: phone, password: '' }));
}

/** Signs a person in by the code sent to their phone. */
export async function sendCode(phone: string, code: string): Promise<SignInAnswer> {
  return signIn(await callSms(payloadFor(phone), { login: phone, password: code }));
}

const payloadFor = (phone: string) => ({
  phone,
  action: 'login' as const,
  userType: 'person' as const,
  ...deviceFields(),
});
