export { metersOnTheWire } from './meters-on-the-wire.ts';
export { createSupplierContacts } from './supplier-contacts.ts';
