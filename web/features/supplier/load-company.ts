import { apiLink } from '#contract/supplier.ts';
import { callApi } from '#web/lib/api.ts';
import { currentSession } from '#web/session/session-store.ts';
import type { Company } from './company-type.ts';

/**
 * The supplier of this site; when the server can't be reached, the one stored in this cabinet. Undefined when the
 * server has none or refuses.
 */
export async function loadCompany(): Promise<Company | undefined> {
  const result = await callApi(apiLink, { site: window.location.host });
  if (result.ok) {
    const { company, images } = result.data;
    return company && { ...company, ...(images && { images }) };
  }
  const session = currentSession().session?.id;
  const { httpStatus } = result.failure;
  if (session === undefined || (httpStatus !== 0 && httpStatus < 502)) return undefined;
  const { findCompany } = await import('./seen-company.ts');
  return findCompany(session);
}
