export { askForDueDeliveries, deliveryTasks } from './deliver-messages.ts';
export { deleteMarksOf, listInbox, markReadInCabinets } from './inbox-store.ts';
export { deleteOldDeliveries, insertSupplierMessage } from './sent-store.ts';
