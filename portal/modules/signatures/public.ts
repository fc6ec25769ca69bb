export { seedAuthorities } from './authorities/shipped-authorities.ts';
export { signedBySubject } from './document-store.ts';
export { sealTasks } from './seal-document.ts';
