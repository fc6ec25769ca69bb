import { ACCOUNT_PROVE } from '#billing/api/customers.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedAccessRules } from '#billing/modules/supplier/public.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { findCustomerOfAccount } from './customer-store.ts';
import { isCodeOf } from './is-code-of.ts';

/**
 * ACCOUNT_PROVE: a person adds an account with the code on its bill (product.md section 5). An unknown account and a
 * wrong code are refused alike; so is an account of a legal entity, which must not be accessible by the code alone.
 */
export const handleAccountProve = handleModule(
  ACCOUNT_PROVE,
  ({ db, clock }) =>
    async ({ accountNumber, objectCode }) => {
      const found = await findCustomerOfAccount(db, accountNumber, kyivDateOf(clock.now()));
      const isProven = found?.customerType === 'person' && isCodeOf(found, objectCode);
      if (!isProven) return refuse('accounts.codeMismatch');
      const { confirmation } = await cachedAccessRules(db);
      return answer({ hasContract: found.hasContract, phone: found.phone, confirmation });
    },
);
