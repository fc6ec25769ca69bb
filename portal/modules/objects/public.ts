export { insertIdentityAccounts } from './insert-identity-accounts.ts';
export { loadObjects, type ObjectItem } from './load-objects.ts';
export { findChosenAccount, updateChosenAccount } from './object-store.ts';
