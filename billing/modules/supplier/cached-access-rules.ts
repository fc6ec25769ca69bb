import type { BillingDatabase } from '#billing/billing-database.ts';
import { type AccessRules, defaultAccessRules } from '#domain/accounts/access-rules.ts';
import { cachedSupplier } from './cached-supplier.ts';

const confirmations: readonly unknown[] = ['none', 'contractPhone', 'firstHolder'];

const isConfirmation = (value: unknown): value is AccessRules['confirmation'] =>
  confirmations.includes(value);

/**
 * How people come to an account: `rules.access` of billing.supplier, `{ "confirmation": "contractPhone", "codeMonths": 12 }`,
 * over the defaults of the domain; what makes no sense counts as not said. Read at most every five seconds per database.
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
