import { pairs } from '#contract/pairs.ts';
import { callApi } from '#web/lib/api.ts';
import { officeRead } from '#web/session/session-store.ts';

/**
 * Asks once a visit for the energo office of the address under which the site is open; a site whose office can't be read has
 * none. Source: base specification, section 7.
 */
export async function readOffice(): Promise<void> {
  const result = navigator.onLine ? await callApi(pairs, { domain: window.location.hostname }) : undefined;
  officeRead((result?.ok && result.data.items[0]?.value) || '');
}
