export { announceMaintenance } from './announcement.template.ts';
export { type CustomerMaintenance, readCustomerMaintenance } from './maintenance-store.ts';
