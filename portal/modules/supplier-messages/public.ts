export { askForDueDeliveries, deliveryTasks } from './deliver-messages.ts';
export { markReadInCabinets } from './inbox-store.ts';
export { insertSupplierMessage } from './sent-store.ts';
