export { getProvenContacts } from './access/access-store.ts';
export { customerShownTo, customInfo } from './custom-info.ts';
export { insertIdentityAccounts, takeUpAccounts } from './insert-identity-accounts.ts';
export { describeObjects, loadObjects, type ObjectItem } from './load-objects.ts';
export { findChosenAccount, type OwnedObject, ownedObjectsOf, updateChosenAccount } from './object-store.ts';
