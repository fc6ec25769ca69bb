import type { Config } from '#portal/config.ts';
import type { Antivirus } from './antivirus.ts';
import { createClamd } from './clamd.ts';

/** The scanner of this installation; without one every file counts as clean. */
export function openAntivirus({ clamd }: Pick<Config, 'clamd'>): Antivirus {
  return clamd === undefined ? { scan: async () => 'clean' } : createClamd(clamd);
}
