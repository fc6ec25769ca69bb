export { eraseDuePersons } from './erase-persons.ts';
