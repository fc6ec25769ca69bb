import { startingValues } from '../rule-definitions.ts';
import { supplierRules } from '../supplier-rules.ts';

/** The rules of a supplier that has set none. The product takes the rules in force from the billing, never these. */
export const standardRules = supplierRules(startingValues({}));
