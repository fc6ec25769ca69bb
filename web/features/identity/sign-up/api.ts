import { signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { applyAgreements, signUpEntity } from '#contract/identity/sign-up.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { callSms } from '#web/lib/call-sms.ts';
import { type CodeWait, waitOfCode } from '#web/lib/form/sent-code.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { deviceFields } from '#web/lib/request-id.ts';
import { type SignInAnswer, signIn } from '#web/session/sign-in.ts';

/** The phone to be verified, and for which type of user. */
export interface CodeOwner {
  userType: 'person' | 'entity';
  phone: string;
}

/** The result of a sign-up: refused; or created, with the result of the sign-in that follows. */
export type SignUpResult =
  | { kind: 'refused'; failure: ApiFailure }
  | { kind: 'created'; signInResult: SignInAnswer };

export interface PersonAgreement {
  phone: string;
  email?: string;
  surname: string;
  name: string;
  middle_n: string;
  code: string;
}

export interface EntityAgreement {
  account: string;
  unique_code: string;
  edrpou: string;
  email: string;
  phone: string;
  code: string;
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

/** Creates the cabinet of a person and signs in by the ordinary call. Source: base specification, section 7. */
export async function createPerson(agreement: PersonAgreement, password: string): Promise<SignUpResult> {
  const { phone } = agreement;
  const basicAuth = { login: phone, password };
  const payload = { ...agreement, ...deviceFields() };
  return signInAfter(await withMinimumDelay(callApi(applyAgreements, payload, { basicAuth })), async () =>
    signIn(await callApi(signInPerson, { phone, userType: 'person', ...deviceFields() }, { basicAuth })),
  );
}

/** Creates the cabinet of an entity and signs in by the ordinary call. */
export async function createEntity(agreement: EntityAgreement, password: string): Promise<SignUpResult> {
  const { account, unique_code } = agreement;
  const basicAuth = { login: account, password };
  const payload = { ...agreement, ...deviceFields() };
  const credentials = { account, unique_code, userType: 'entity' as const, ...deviceFields() };
  return signInAfter(await withMinimumDelay(callApi(signUpEntity, payload, { basicAuth })), async () =>
    signIn(await callApi(signInEntity, credentials, { basicAuth })),
  );
}

async function signInAfter(
  made: ApiResult<unknown>,
  signIn: () => Promise<SignInAnswer>,
): Promise<SignUpResult> {
  if (!made.ok) return { kind: 'refused', failure: made.failure };
  return { kind: 'created', signInResult: await signIn() };
}

function sms(owner: CodeOwner, code: string) {
  // A phone may belong to several entities, so theirs is confirmed; a person's is registered.
  const action = owner.userType === 'person' ? ('register' as const) : ('confirm' as const);
  const payload = { ...owner, action, ...deviceFields() };
  return callSms(payload, { login: owner.phone, password: code });
}
