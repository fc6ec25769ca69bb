import type { AssessedRegister } from './assess-register.ts';
import type { ExistingReading } from './meter-facts.ts';

/**
 * Compares a submission with the existing reading of the same day: `same`, every value exists already; `other`, some
 * register has another value; `new`, no conflict (also when it adds a missing register).
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
