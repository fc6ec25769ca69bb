export { insertConsent, type NewConsent } from './consent-store.ts';
