import type { AssessedRegister } from './assess-register.ts';
import type { ExistingReading } from './meter-facts.ts';

/**
 * How a submission relates to the reading that stands as of the same day: `same`, every value of it stands already; `other`,
 * some register has another value; `new`, it says nothing against it (also when it adds a register left out before).
 */
export function compareWithExisting(
  existing: ExistingReading,
  registers: readonly AssessedRegister[],
): 'same' | 'other' | 'new' {
  let isSame = true;
  for (const { outcome } of registers) {
    const standing = existing.values[outcome.zone];
    if (standing !== undefined && outcome.value !== undefined && standing !== outcome.value) return 'other';
    isSame &&= standing === outcome.value && standing !== undefined;
  }
  return isSame ? 'same' : 'new';
}
