export { findAdministratorId, findPasswordHashes } from './administrators/administrator-store.ts';
export { createAdministrator } from './administrators/create-administrator.ts';
export { checkNewPasswordRules, type PasswordOwner } from './password/new-password.ts';
export { hashPassword, reserveHashing } from './password/password.ts';
export { removeFactors } from './second-factor/factor-store.ts';
export { sweep } from './session/session-list.ts';
export { endSessions } from './session/session-store.ts';
export { createEntityIdentity, createPersonIdentity } from './sign-in/create-identity.ts';
export { findPasswordHashesOfPhones, updatePassword } from './sign-in/identity-store.ts';
