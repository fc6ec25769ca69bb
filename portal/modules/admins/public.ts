export { findAdministratorId, findPasswordHashes } from './administrator-store.ts';
export {
  type CreatedAdministrator,
  createAdministrator,
  type NewAdministrator,
} from './create-administrator.ts';
