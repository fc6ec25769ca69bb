import { checkField } from '#contract/field-rules.ts';
import { signInAdmin, signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { callSms } from '#web/lib/call-sms.ts';
import { type Refusal, refusalOfChecks, refusalOfFailure } from '#web/lib/form/form-problems.ts';
import { type CodeWait, waitOfCode } from '#web/lib/form/sent-code.ts';
import { fullPhone } from '#web/lib/form/typed-values.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { deviceFields } from '#web/lib/request-id.ts';
import { finishSignIn, type SignInAnswer, type SignInCallbacks, signIn } from '#web/session/sign-in.ts';

/** Checks phone and password and signs a person in; of the password only its presence is checked here. */
export async function submitPerson(
  value: TypedValues,
  callbacks: SignInCallbacks,
): Promise<Refusal | undefined> {
  const phone = fullPhone(value('phone'));
  const password = value('password');
  const refused = refusalOfChecks({
    phone: checkField('phone', phone),
    password: checkField('old_pass', password),
  });
  if (refused) return refused;
  const payload = { phone, userType: 'person' as const, ...deviceFields() };
  const call = callApi(signInPerson, payload, { basicAuth: { login: phone, password } });
  const failure = await finishSignIn(signIn(await withMinimumDelay(call)), callbacks);
  return failure && refusalOfFailure(failure);
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
