export { cleanLogoOf, cleanPictureOf } from './photo/add-photo.ts';
export { listPhotosOf, photoWaitsDays } from './photo/photo-store.ts';
export { deleteOldPhotos, deleteUnnamedPhotos, photosOfBatch } from './photo/sweep-photos.ts';
export { addTextsToMeters, createSupplierContacts, textOf } from './reading-texts.ts';
export { readingsTable, zoneTitles } from './readings-table.template.ts';
export { deleteOldWorkbookChecks } from './workbook/check-store.ts';
