export { signedBySubject } from './document-store.ts';
export { sealTasks } from './seal-document.ts';
export { seedAuthorities } from './shipped-authorities.ts';
