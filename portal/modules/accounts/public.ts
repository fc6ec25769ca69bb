export { deleteOldAccessRequests, getProvenContacts } from './access/access-store.ts';
export { describeObjects, loadObjects, type ObjectItem } from './load-objects.ts';
export { customerShownTo, customInfo } from './object-info.ts';
export {
  findChosenAccount,
  insertIdentityAccounts,
  leaveAllObjects,
  listCabinetsOf,
  listOwnedObjects,
  type OwnedObject,
  ownedObjectsOf,
  takeUpAccounts,
  updateChosenAccount,
} from './object-store.ts';
