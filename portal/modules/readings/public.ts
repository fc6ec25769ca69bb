export { metersOnTheWire } from './meters-on-the-wire.ts';
export { textOf } from './outcome-on-the-wire.ts';
export { sweepPhotos } from './photo/sweep-photos.ts';
export { readingsTable, zoneTitles } from './readings-table.template.ts';
export { createSupplierContacts } from './supplier-contacts.ts';
