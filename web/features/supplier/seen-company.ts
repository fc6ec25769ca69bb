import { findSeen, keepSeen } from '#web/offline/seen-data.ts';
import type { Company } from './company-type.ts';

const key = { queryKey: ['company'], queryHash: 'company' };

/** Stores the supplier and its phones on the device: they are needed most without a network. */
export function keepCompany(session: string, company: Company): Promise<void> {
  return keepSeen(session, key, company);
}

/** The supplier stored by this session. */
export async function findCompany(session: string): Promise<Company | undefined> {
  const row = await findSeen(session, key.queryHash);
  return row?.data as Company | undefined;
}
