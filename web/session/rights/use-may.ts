import { type CompanyArea, type CompanyUse, mayUse } from '#contract/identity/company-roles.ts';
import { useSessionStore } from '../session-store.ts';

/**
 * Whether who is signed in may read or change an area of the company's cabinet; persons and administrators may everything. It only
 * chooses what is shown: the server checks every call.
 */
export function useMay(area: CompanyArea | undefined, use: CompanyUse): boolean {
  return useSessionStore(({ session }) => area === undefined || mayUse(session?.company, area, use));
}
