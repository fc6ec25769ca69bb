import { apiLink } from '#contract/company.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { callApi } from '#web/lib/api.ts';

export type Company = NonNullable<OutputOf<typeof apiLink>['company']>;

/** The supplier of this site; undefined when the server has none or can't say. */
export async function loadCompany(): Promise<Company | undefined> {
  const result = await callApi(apiLink, { site: window.location.host });
  return result.ok ? result.data.company : undefined;
}
