import { pairs } from '#contract/pairs.ts';
import { callApi } from '#web/lib/api.ts';
import { officeRead } from '#web/session/session-store.ts';

/**
 * Reads the energo office of the current host once per visit; on failure there is none. Source: base specification,
 * section 7.
 */
export async function readOffice(): Promise<void> {
  const result = navigator.onLine ? await callApi(pairs, { domain: window.location.hostname }) : undefined;
  officeRead((result?.ok && result.data.items[0]?.value) || '');
}
