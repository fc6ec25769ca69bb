import { findSeen, keepSeen } from '#web/offline/seen-data.ts';
import type { Company } from './company-type.ts';

const key = { queryKey: ['company'], queryHash: 'company' };

/** Keeps on the device who supplies and how to call, which is needed most when there is no network. */
export function keepCompany(session: string, company: Company): Promise<void> {
  return keepSeen(session, key, company);
}

/** The supplier as this session saw it last. */
export async function findCompany(session: string): Promise<Company | undefined> {
  const row = await findSeen(session, key.queryHash);
  return row?.data as Company | undefined;
}
