export { createEntityIdentity } from './create-entity-identity.ts';
export { createPersonIdentity } from './create-person-identity.ts';
export { findPasswordHashesOfPhones, updatePassword } from './identity-store.ts';
export { lockLogins } from './lock-logins.ts';
export { replacePassword } from './replace-password.ts';
