export { createEntityIdentity } from './create-entity-identity.ts';
export { createPersonIdentity } from './create-person-identity.ts';
export { updatePassword } from './identity-store.ts';
export { listLogins } from './list-logins.ts';
export { tellPasswordChanged } from './tell-password-changed.ts';
