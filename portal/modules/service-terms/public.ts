export { loadServiceTerms } from './terms.ts';
