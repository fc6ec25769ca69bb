import { adminRoles } from '#contract/identity/admin-roles.ts';
import { companyRoles } from '#contract/identity/company-roles.ts';
import type { Caller } from './expected-access.ts';

const objects = ['all', 'accounts', 'points'] as const;
const viewer = { role: 'viewer', objects: 'all' } as const;
const accountant = { role: 'accountant', objects: 'all' } as const;
const engineerOfPoints = { role: 'powerEngineer', objects: 'points' } as const;

/** Callers of each kind, by name. */
export const callers: Readonly<Record<string, Caller>> = {
  'a person': { type: 'person' },
  'a viewed person': { type: 'person', isViewed: true },
  'a company': { type: 'entity' },
  'a viewed company': { type: 'entity', isViewed: true },
  'a viewed accountant': { type: 'entity', member: accountant, isViewed: true },
  ...Object.fromEntries(
    companyRoles.flatMap((role) =>
      objects.map((of): [string, Caller] => [
        `${role} of a company, objects: ${of}`,
        { type: 'entity', member: { role, objects: of } },
      ]),
    ),
  ),
  'a program that reads': { type: 'entity', scopes: ['read'] },
  'a program that gives readings': { type: 'entity', scopes: ['readings'] },
  'a program that reads documents': { type: 'entity', scopes: ['documents'] },
  'a program of a viewer': { type: 'entity', member: viewer, scopes: ['read', 'readings', 'documents'] },
  'a program of some points': {
    type: 'entity',
    member: engineerOfPoints,
    scopes: ['read', 'readings', 'documents'],
  },
  ...Object.fromEntries(
    adminRoles.map((role): [string, Caller] => [
      `an administrator (${role})`,
      { type: 'admin', roles: [role] },
    ]),
  ),
  'an administrator without a role': { type: 'admin' },
};
