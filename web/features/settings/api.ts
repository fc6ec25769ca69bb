import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { changeEmail, changePassword, changePhone, getProfile, updateProfile } from '#contract/profile.ts';
import type { authSms } from '#contract/registration.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from '#contract/second-factor.ts';
import { endAllSessions, endSession, listSessions } from '#contract/sessions.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';
import { callSms } from '#web/lib/call-sms.ts';

/** Who is signed in, as the server has them now. */
export type Profile = OutputOf<typeof getProfile>['profile'];

/** One session of the list. */
export type SessionItem = OutputOf<typeof listSessions>['sessions'][number];

/** What a second factor is set up with. */
export type SecondFactorStart = OutputOf<typeof beginSecondFactor>;

export type Method = 'totp' | 'sms';

/** A contact that can be changed. */
export type ContactKind = 'phone' | 'email';

/** Contacts, names, second factor and consents of whoever is signed in. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => queryApi(getProfile, {}, { signal }),
});

/** The sessions that stand, the one of this device first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => queryApi(listSessions, {}, { signal }),
});

/** Keeps what changed without asking the server again. */
export function profileChanged(client: QueryClient, change: Partial<Profile>): void {
  client.setQueryData(profileQuery.queryKey, (known) =>
    known ? { ...known, profile: { ...known.profile, ...change } } : known,
  );
}

/** Sends a code to a contact that is to be confirmed. Source: base specification 7 (/api/auth/sms), product.md §4. */
export function sendContactCode(
  kind: ContactKind,
  contact: string,
  userType: Profile['type'],
): Promise<ApiResult<OutputOf<typeof authSms>>> {
  return callSms({ [kind]: contact, action: 'confirm', userType }, { login: contact, password: '' });
}

/**
 * Changes the contact to the one that the code proves; the password says that it is the owner who asks, and so
 * does a code of the second factor where the phone is guarded by one.
 */
export function sendContactChange(
  kind: ContactKind,
  contact: string,
  code: string,
  password: string,
  factorCode?: string,
): Promise<ApiResult<OutputOf<typeof changePhone>>> {
  if (kind === 'phone') {
    const guard = factorCode === undefined ? {} : { factorCode };
    return callApi(changePhone, { phone: contact, code, password, ...guard });
  }
  return callApi(changeEmail, { email: contact, code, password });
}

export function sendPasswordChange(
  oldPassword: string,
  newPassword: string,
): Promise<ApiResult<OutputOf<typeof changePassword>>> {
  return callApi(changePassword, { old_pass: oldPassword, new_pass: newPassword });
}

export function sendNames(
  userType: Profile['type'],
  names: { surname: string; name: string; middle_n: string },
): Promise<ApiResult<OutputOf<typeof updateProfile>>> {
  return callApi(updateProfile, { userType, ...names });
}

export function startSecondFactor(method: Method, password: string): Promise<ApiResult<SecondFactorStart>> {
  return callApi(beginSecondFactor, { method, password });
}

export function sendFirstCode(
  method: Method,
  code: string,
): Promise<ApiResult<OutputOf<typeof enableSecondFactor>>> {
  return callApi(enableSecondFactor, { method, code });
}

/** Sends a code of the second factor to the phone that it goes to. */
export function sendFactorCode(): Promise<ApiResult<OutputOf<typeof sendSecondFactorCode>>> {
  return callApi(sendSecondFactorCode, {});
}

export function stopSecondFactor(
  password: string,
  code: string,
): Promise<ApiResult<OutputOf<typeof disableSecondFactor>>> {
  return callApi(disableSecondFactor, { password, code });
}

export function sendSessionEnd(sessionId: string): Promise<ApiResult<OutputOf<typeof endSession>>> {
  return callApi(endSession, { sessionId });
}

/** Ends the sessions of all devices, but this one when it is to be kept. */
export function sendSessionsEnd(keepThis: boolean): Promise<ApiResult<OutputOf<typeof endAllSessions>>> {
  return callApi(endAllSessions, { keepThis });
}
