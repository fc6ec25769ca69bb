import { signInPerson } from '#contract/auth.ts';
import { callApi } from '#web/lib/api.ts';
import { withMinimumDelay } from '#web/lib/minimum-delay.ts';
import { signedIn } from '#web/session/session-store.ts';

/** Signs in by phone and password; gives the words of the refusal, or nothing when the person is in. */
export async function sendCredentials(phone: string, password: string): Promise<string | undefined> {
  const device = { userType: 'person' as const, language: 'ua', platform: 'web', site: window.location.host };
  const result = await withMinimumDelay(
    callApi(signInPerson, { phone, ...device }, { basicAuth: { login: phone, password } }),
  );
  if (!result.ok) return result.failure.message;
  signedIn(result.data.user, result.data.accounts);
  return undefined;
}
