export { createPersonIdentity } from './create-person-identity.ts';
