import type { Config } from '#portal/config.ts';
import type { Antivirus } from './antivirus.ts';
import { createClamd } from './clamd.ts';

/** The scanner of this installation; without one no file is scanned, and each says so. */
export function openAntivirus({ clamd }: Pick<Config, 'clamd'>): Antivirus {
  return typeof clamd === 'object' ? createClamd(clamd) : { isOn: false, scan: async () => 'notScanned' };
}
