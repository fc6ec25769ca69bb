export {
  findAdministratorId,
  findAdministratorName,
  findPasswordHashes,
} from './administrators/administrator-store.ts';
export { createAdministrator } from './administrators/create-administrator.ts';
export { findSecondPerson } from './administrators/grant-store.ts';
export { listStaffActions } from './administrators/list-staff-actions.ts';
export { createInTerminal, resetInTerminal } from './administrators/terminal-acts.ts';
export { findCustomer } from './customers/customer-store.ts';
export { actOnCustomer, showCustomer } from './customers/manage-customers.ts';
export {
  erasePersonRecord,
  lockPerson,
  type PersonRecord,
  readPersonRecord,
} from './customers/person-record.ts';
export { checkNewPasswordRules, type PasswordOwner } from './password/new-password.ts';
export { verifyOwnPassword } from './password/own-password.ts';
export { hashPassword, reserveHashing } from './password/password.ts';
export { createMember } from './people/create-member.ts';
export { requireFactorProof } from './second-factor/own-factor.ts';
export {
  deleteAbandonedFactors,
  deleteOldChallenges,
  deleteOldSessions,
} from './session/session-list.ts';
export { lockOwnSession } from './session/session-store.ts';
export { deleteOldSignIns } from './session/sign-in-events.ts';
export { createEntityIdentity, createPersonIdentity } from './sign-in/create-identity.ts';
export { addUpRegistrations, findPasswordHashesOfPhones } from './sign-in/identity-store.ts';
