export { listCalendars } from './term-store.ts';
export { loadServiceTerms } from './terms.ts';
