import type { ModuleHandler } from './module-handler.ts';
import { handleAccountGet } from './modules/accounts/get-account.ts';
import { handleCustomInfoGet } from './modules/accounts/get-custom-info.ts';
import { handleAccountList } from './modules/accounts/list-accounts.ts';
import { handleBalanceGet } from './modules/ledger/get-balance.ts';
import { handleSupplierGet } from './modules/supplier/get-supplier.ts';

/** Every function module of the built-in back end with its handler. */
export const allHandlers: readonly ModuleHandler[] = [
  handleSupplierGet,
  handleAccountList,
  handleAccountGet,
  handleCustomInfoGet,
  handleBalanceGet,
];
