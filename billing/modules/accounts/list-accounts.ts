import { ACCOUNT_LIST } from '#billing/api/accounts.ts';
import { answer } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { listAccounts } from './account-store.ts';

/** ACCOUNT_LIST: the objects of a cabinet, sorted by account number (base specification §4). */
export const handleAccountList = handleModule(ACCOUNT_LIST, ({ db, clock }) => async ({ accountNumbers }) => {
  const accounts = await listAccounts(db, accountNumbers, kyivDateOf(clock.now()));
  return answer({ accounts: [...accounts] });
});
