import { type AdminRole, adminRoles } from '#contract/identity/admin-roles.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { hashPassword } from '../password/password.ts';
import { findAdministratorId, insertAdministrator } from './administrator-store.ts';

const loginShape = /^[a-z][a-z0-9._-]{2,31}$/;

export interface NewAdministrator {
  /** 3–32 of a–z, 0–9, '.', '_', '-'; begins with a letter. */
  readonly login: string;
  readonly fullName: string;
  readonly password: string;
  /** At least one. */
  readonly roles: readonly AdminRole[];
  /** Where codes of the second step go; needed with `dualAuth`. */
  readonly phone?: string;
  readonly dualAuth?: boolean;
}

export type CreatedAdministrator =
  | { readonly kind: 'created' | 'known'; readonly identityId: string }
  | { readonly kind: 'refused'; readonly reason: 'login' | 'roles' | 'phone' | 'phoneNeeded' };

function refusalOf({ login, roles, phone, dualAuth }: NewAdministrator) {
  if (!loginShape.test(login)) return 'login';
  if (roles.length === 0 || roles.some((role) => !adminRoles.includes(role))) return 'roles';
  if (phone !== undefined && parsePhone(phone) !== phone) return 'phone';
  if (dualAuth && phone === undefined) return 'phoneNeeded';
  return undefined;
}

/**
 * An administrator who can sign in at /admin. Idempotent by login: of one who is known nothing changes. The password is
 * not checked here. Refused: a login or phone of another shape, no role, dualAuth without a phone for its codes.
 */
export async function createAdministrator(
  db: PortalDatabase,
  administrator: NewAdministrator,
  at?: Instant,
): Promise<CreatedAdministrator> {
  const reason = refusalOf(administrator);
  if (reason !== undefined) return { kind: 'refused', reason };
  const { login, fullName, password, phone, dualAuth = false } = administrator;
  const known = await findAdministratorId(db, login);
  if (known !== undefined) return { kind: 'known', identityId: known };
  const passwordHash = await hashPassword(password);
  if (passwordHash === 'busy') throw new Error('too many passwords wait to be hashed');
  const identityId = newId();
  const roles = [...new Set(administrator.roles)];
  const row = { identityId, login, fullName, passwordHash, phone, roles, dualAuth };
  await insertAdministrator(db, row, at);
  return { kind: 'created', identityId };
}
