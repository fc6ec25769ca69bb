export { listCalendars, listChatRules, listCompensationRules } from './term-store.ts';
export { loadServiceTerms } from './terms.ts';
