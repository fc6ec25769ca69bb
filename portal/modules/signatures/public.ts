export { seedAuthorities } from './authorities/shipped-authorities.ts';
export { signedBySubject, signedBySubjects } from './document-store.ts';
export { sealTasks } from './seal-document.ts';
export { insertSignerPower } from './signers/signer-store.ts';
