import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import {
  changeEmail,
  changePassword,
  changePhone,
  getProfile,
  updateProfile,
} from '#contract/identity/profile.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
} from '#contract/identity/second-factor.ts';
import { endAllSessions, endSession, listSessions } from '#contract/identity/sessions.ts';
import type { authSms } from '#contract/identity/sign-up.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';
import { callSms } from '#web/lib/call-sms.ts';

/** The profile of the signed-in user. */
export type Profile = OutputOf<typeof getProfile>['profile'];

/** One session of the list. */
export type SessionItem = OutputOf<typeof listSessions>['sessions'][number];

/** One time that the staff saw the cabinet. */
export type ViewingItem = OutputOf<typeof listSessions>['viewings'][number];

/** The setup data of a second factor. */
export type SecondFactorStart = OutputOf<typeof beginSecondFactor>;

export type Method = 'totp' | 'sms';

/** A contact that can be changed. */
export type ContactKind = 'phone' | 'email';

/** Contacts, names, second factor and consents of the signed-in user. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => queryApi(getProfile, {}, { signal }),
});

/** The active sessions, the one of this device first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => queryApi(listSessions, {}, { signal }),
});

/** Updates the cached profile without a request. */
export function profileChanged(client: QueryClient, change: Partial<Profile>): void {
  client.setQueryData(profileQuery.queryKey, (known) =>
    known ? { ...known, profile: { ...known.profile, ...change } } : known,
  );
}

/** Sends a code to a contact to be confirmed. Source: base specification 7 (/api/auth/sms), product.md §4. */
export function sendContactCode(
  kind: ContactKind,
  contact: string,
  userType: Profile['type'],
): Promise<ApiResult<OutputOf<typeof authSms>>> {
  return callSms({ [kind]: contact, action: 'confirm', userType }, { login: contact, password: '' });
}

/**
 * Changes the contact to the one verified by the code. The password proves that the owner asks, and so does a code of
 * the second factor when it guards the phone.
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

export function stopSecondFactor(
  password: string,
  code: string,
): Promise<ApiResult<OutputOf<typeof disableSecondFactor>>> {
  return callApi(disableSecondFactor, { password, code });
}

export function sendSessionEnd(sessionId: string): Promise<ApiResult<OutputOf<typeof endSession>>> {
  return callApi(endSession, { sessionId });
}

/** Ends the sessions on all devices, optionally except this one. */
export function sendSessionsEnd(keepThis: boolean): Promise<ApiResult<OutputOf<typeof endAllSessions>>> {
  return callApi(endAllSessions, { keepThis });
}
