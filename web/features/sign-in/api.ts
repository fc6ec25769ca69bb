import { signInAdmin, signInEntity, signInPerson } from '#contract/auth.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { callSms } from '#web/lib/call-sms.ts';
import { deviceFields } from '#web/lib/device-fields.ts';
import { withMinimumDelay } from '#web/lib/minimum-delay.ts';
import { waitOfCode } from '#web/lib/wait-of-code.ts';
import { type ComingIn, comeIn } from '#web/session/come-in.ts';

/** Signs a person in by phone and password. */
export async function sendPerson(phone: string, password: string): Promise<ComingIn> {
  const payload = { phone, userType: 'person' as const, ...deviceFields() };
  const basicAuth = { login: phone, password };
  return comeIn(await withMinimumDelay(callApi(signInPerson, payload, { basicAuth })));
}

/** Signs an entity in by account, password and unique code. */
export async function sendEntity(account: string, password: string, uniqueCode: string): Promise<ComingIn> {
  const payload = { account, unique_code: uniqueCode, userType: 'entity' as const, ...deviceFields() };
  const basicAuth = { login: account, password };
  return comeIn(await withMinimumDelay(callApi(signInEntity, payload, { basicAuth })));
}

/** Signs an administrator in by login and password. */
export async function sendAdmin(login: string, password: string): Promise<ComingIn> {
  const basicAuth = { login, password };
  return comeIn(await withMinimumDelay(callApi(signInAdmin, { login }, { basicAuth })));
}

/** Has a code sent to the phone of a person; gives how long until the next may be asked for. */
export function askForCode(phone: string): Promise<number | ApiFailure> {
  return waitOfCode(callSms(payloadFor(phone), { login: phone, password: '' }));
}

/** Signs a person in by the code that came to their phone. */
export async function sendCode(phone: string, code: string): Promise<ComingIn> {
  return comeIn(await callSms(payloadFor(phone), { login: phone, password: code }));
}

const payloadFor = (phone: string) => ({
  phone,
  action: 'login' as const,
  userType: 'person' as const,
  ...deviceFields(),
});
