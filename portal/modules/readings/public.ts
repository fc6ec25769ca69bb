export { createSupplierContacts, toMeterDtos } from './meters-dto.ts';
export { textOf } from './outcome-dto.ts';
export { sweepPhotos } from './photo/sweep-photos.ts';
export { readingsTable, zoneTitles } from './readings-table.template.ts';
