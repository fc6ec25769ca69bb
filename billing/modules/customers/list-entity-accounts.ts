import { ENTITY_ACCOUNTS } from '#billing/api/customers.ts';
import { answer } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { findCustomerOfAccount } from './customer-store.ts';

/** ENTITY_ACCOUNTS: accounts of a legal entity with a contract in force. */
export const handleEntityAccounts = handleModule(
  ENTITY_ACCOUNTS,
  ({ db, clock }) =>
    async ({ accountNumber }) => {
      const found = await findCustomerOfAccount(db, accountNumber, kyivDateOf(clock.now()));
      return answer({ accountNumbers: found?.customerType === 'entity' ? [...found.accountNumbers] : [] });
    },
);
