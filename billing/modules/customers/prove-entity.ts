import { ENTITY_PROVE } from '#billing/api/customers.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { findCustomerOfAccount } from './customer-store.ts';
import { isCodeOf } from './is-code-of.ts';

/**
 * ENTITY_PROVE: account, unique code and EDRPOU prove a legal entity (product.md section 4). An unknown account, a
 * household's, a wrong code and a wrong EDRPOU are refused alike, after the same work.
 */
export const handleEntityProve = handleModule(ENTITY_PROVE, ({ db, clock }) => async (input) => {
  const found = await findCustomerOfAccount(db, input.accountNumber, kyivDateOf(clock.now()));
  const isProven =
    found?.customerType === 'entity' &&
    isCodeOf(found, input.uniqueCode) &&
    (input.edrpou === null || found.taxCode === input.edrpou);
  if (!isProven) return refuse('accounts.codeMismatch');
  const { accountNumbers, hasContract, companyName, phone, email } = found;
  return answer({ accountNumbers: [...accountNumbers], hasContract, companyName, phone, email });
});
