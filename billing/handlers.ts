import type { ModuleHandler } from './module-handler.ts';
import { handleAccountList } from './modules/accounts/list-accounts.ts';
import { handleSupplierGet } from './modules/supplier/get-supplier.ts';

/** Every function module of the built-in back end with its handler. */
export const allHandlers: readonly ModuleHandler[] = [handleSupplierGet, handleAccountList];
