export { eraseDuePersons } from './erase-persons.ts';
export { findOpenErasure } from './manage-erasure.ts';
