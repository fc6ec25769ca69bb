import { expect, test } from 'vitest';
import { companyAreas, companyRoles, mayUse } from './company-roles.ts';

// Decision 0112.
test.each([
  ['own', 'everybody', 'everybody'],
  ['company', 'everybody', 'owner'],
  ['points', 'everybody', 'owner powerEngineer'],
  ['money', 'owner accountant signer viewer', 'owner accountant'],
  ['documents', 'owner accountant signer viewer', 'owner accountant signer'],
  ['signing', 'owner signer', 'owner signer'],
  ['limits', 'everybody', 'owner accountant powerEngineer'],
  ['people', 'owner', 'owner'],
  ['programs', 'owner', 'owner'],
  ['support', 'everybody', 'owner accountant powerEngineer signer'],
] as const)('%s: is read by %s, changed by %s', (area, readers, changers) => {
  const rolesWith = (use: 'read' | 'change') =>
    companyRoles.filter((role) => mayUse({ role, objects: 'all' }, area, use));
  const named = (roles: string) => (roles === 'everybody' ? [...companyRoles] : roles.split(' '));
  expect(rolesWith('read')).toEqual(named(readers));
  expect(rolesWith('change')).toEqual(named(changers));
});

test('who is limited to points uses own settings, accounts and points, as far as the role may', () => {
  const areas = companyAreas.filter((area) =>
    companyRoles.some((role) => mayUse({ role, objects: 'points' }, area, 'read')),
  );
  expect(areas).toEqual(['own', 'company', 'points']);
  expect(mayUse({ role: 'viewer', objects: 'points' }, 'points', 'change')).toBe(false);
});

test('a customer who is no person of a company may everything', () => {
  expect(companyAreas.every((area) => mayUse(undefined, area, 'change'))).toBe(true);
});
