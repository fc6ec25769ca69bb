import type { BillingDatabase } from '#billing/billing-database.ts';
import { cachedSupplier } from './cached-supplier.ts';

/** What a supplier configures about access to accounts: `rules.access` of billing.supplier. */
interface AccessRules {
  /**
   * What somebody who knows the code of an account needs beside it: nothing, a code to the phone of the contract, or the
   * consent of the one who has the account already.
   */
  readonly confirmation: 'none' | 'contractPhone' | 'firstHolder';
  /** After so many months a code is replaced; 0: never by age. */
  readonly codeMonths: number;
}

const defaultAccessRules: AccessRules = { confirmation: 'none', codeMonths: 12 };

const confirmations: readonly unknown[] = ['none', 'contractPhone', 'firstHolder'];

const isConfirmation = (value: unknown): value is AccessRules['confirmation'] =>
  confirmations.includes(value);

/**
 * How people come to an account: `rules.access` of billing.supplier, `{ "confirmation": "contractPhone", "codeMonths": 12 }`,
 * over the defaults; what makes no sense counts as not said. Read at most every five seconds per database.
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
