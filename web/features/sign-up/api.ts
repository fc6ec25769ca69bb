import { signInEntity, signInPerson } from '#contract/auth.ts';
import { consentVersion } from '#contract/consent.ts';
import { applyAgreements, signUpEntity } from '#contract/registration.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { callSms } from '#web/lib/call-sms.ts';
import { deviceFields } from '#web/lib/device-fields.ts';
import { withMinimumDelay } from '#web/lib/minimum-delay.ts';
import { waitOfCode } from '#web/lib/wait-of-code.ts';
import { type ComingIn, comeIn } from '#web/session/come-in.ts';

/** The version of the consent that is shown. */
const consent = { consentVersion } as const;

/** Whom a code is for. */
export interface CodeOwner {
  userType: 'person' | 'entity';
  phone: string;
}

/** What became of a sign-up: refused; or the cabinet is there, and this came of signing in to it. */
export type SignUpEnd = { kind: 'refused'; failure: ApiFailure } | { kind: 'made'; comingIn: ComingIn };

export interface PersonAgreement {
  phone: string;
  email: string;
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

/** Has a code sent; gives how long until the next may be asked for. */
export function askForCode(owner: CodeOwner): Promise<number | ApiFailure> {
  return waitOfCode(sms(owner, ''));
}

/** Proves the phone by the code that came to it; gives the refusal, or nothing. */
export async function proveCode(owner: CodeOwner, code: string): Promise<ApiFailure | undefined> {
  const result = await sms(owner, code);
  return result.ok ? undefined : result.failure;
}

/** Makes the cabinet of a person and signs in to it by the ordinary call. Source: base specification, section 7. */
export async function createPerson(agreement: PersonAgreement, password: string): Promise<SignUpEnd> {
  const { phone } = agreement;
  const basicAuth = { login: phone, password };
  const payload = { ...agreement, ...consent, ...deviceFields() };
  return ended(await withMinimumDelay(callApi(applyAgreements, payload, { basicAuth })), async () =>
    comeIn(await callApi(signInPerson, { phone, userType: 'person', ...deviceFields() }, { basicAuth })),
  );
}

/** Makes the cabinet of an entity and signs in to it by the ordinary call. */
export async function createEntity(agreement: EntityAgreement, password: string): Promise<SignUpEnd> {
  const { account, unique_code } = agreement;
  const basicAuth = { login: account, password };
  const payload = { ...agreement, ...consent, ...deviceFields() };
  const credentials = { account, unique_code, userType: 'entity' as const, ...deviceFields() };
  return ended(await withMinimumDelay(callApi(signUpEntity, payload, { basicAuth })), async () =>
    comeIn(await callApi(signInEntity, credentials, { basicAuth })),
  );
}

async function ended(made: ApiResult<unknown>, signIn: () => Promise<ComingIn>): Promise<SignUpEnd> {
  if (!made.ok) return { kind: 'refused', failure: made.failure };
  return { kind: 'made', comingIn: await signIn() };
}

function sms(owner: CodeOwner, code: string) {
  // A phone may belong to several entities: theirs is confirmed, a person's is registered.
  const action = owner.userType === 'person' ? ('register' as const) : ('confirm' as const);
  const payload = { ...owner, action, ...deviceFields() };
  return callSms(payload, { login: owner.phone, password: code });
}
