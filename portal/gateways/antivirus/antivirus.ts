import type { Config } from '#portal/config.ts';
import { createClamd } from './clamd.ts';

/** What a scan says of a file; 'unavailable': there was no answer. */
export type ScanResult = 'clean' | 'infected' | 'unavailable';

/** A scanner of files that come from customers and staff. */
export interface Antivirus {
  scan(content: AsyncIterable<Uint8Array>): Promise<ScanResult>;
}

/** The scanner of this installation; without one every file counts as clean. */
export function createAntivirus({ clamd }: Pick<Config, 'clamd'>): Antivirus {
  return clamd === undefined ? { scan: async () => 'clean' } : createClamd(clamd);
}
