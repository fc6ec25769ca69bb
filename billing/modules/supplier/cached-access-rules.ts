import type { BillingDatabase } from '#billing/billing-database.ts';
import { cachedSupplier } from './cached-supplier.ts';

/** Access configuration of the supplier: `rules.access` of billing.supplier. */
interface AccessRules {
  /**
   * Required besides the account code: nothing, a code sent to the contract's phone, or the consent of the person who
   * already has the account.
   */
  readonly confirmation: 'none' | 'contractPhone' | 'firstHolder';
  /** Maximum age of a code in months; 0: unlimited. */
  readonly codeMonths: number;
}

const defaultAccessRules: AccessRules = { confirmation: 'none', codeMonths: 12 };

const confirmations: readonly unknown[] = ['none', 'contractPhone', 'firstHolder'];

const isConfirmation = (value: unknown): value is AccessRules['confirmation'] =>
  confirmations.includes(value);

/**
 * Access rules: `rules.access` of billing.supplier, `{ "confirmation": "contractPhone", "codeMonths": 12 }`, over the
 * defaults; invalid values are ignored. Read at most every five seconds per database.
 */
export async function cachedAccessRules(db: BillingDatabase): Promise<AccessRules> {
  const supplier = await cachedSupplier(db);
  const rules: unknown = supplier?.rules;
  const own: unknown = typeof rules === 'object' && rules !== null ? Reflect.get(rules, 'access') : undefined;
  if (typeof own !== 'object' || own === null) return defaultAccessRules;
  const confirmation: unknown = Reflect.get(own, 'confirmation');
  const months: unknown = Reflect.get(own, 'codeMonths');
  return {
    confirmation: isConfirmation(confirmation) ? confirmation : defaultAccessRules.confirmation,
    codeMonths:
      typeof months === 'number' && Number.isInteger(months) && months >= 0 && months <= 120
        ? months
        : defaultAccessRules.codeMonths,
  };
}
