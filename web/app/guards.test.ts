import { expect, test } from 'vitest';
import { cabinetPages, pageTable } from '#contract/pages.ts';
import { askGuards, cabinetOf, type GuardFacts } from './router.tsx';

const nobody: GuardFacts = {
  token: '',
  type: undefined,
  adminToken: '',
  accountCount: 0,
  account: '',
  accountInQuery: undefined,
};
const person: GuardFacts = { ...nobody, token: 't', type: 'person', accountCount: 2, account: '2390001111' };
const entity: GuardFacts = { ...nobody, token: 't', type: 'entity', accountCount: 2, account: '1000000002' };
const admin: GuardFacts = { ...nobody, token: 't', type: 'admin', adminToken: 't' };
const adminWithoutToken: GuardFacts = { ...admin, adminToken: '' };

const personHome = { to: '/cabinet/person' };
const entityHome = { to: '/cabinet/entity' };
const adminHome = { to: '/cabinet/admin' };

/** Rule, guard, visitor, expected redirect (undefined: allowed). One row per rule and kind of visitor. */
test.each<[string, string, GuardFacts, unknown]>([
  ['auth requires a token, else go to the landing', 'auth', nobody, { to: '/' }],
  ['auth lets a person with a token through', 'auth', person, undefined],
  ['auth lets an entity with a token through', 'auth', entity, undefined],
  ['auth lets an administrator with a token through', 'auth', admin, undefined],

  ['noAuth lets a stranger through', 'noAuth', nobody, undefined],
  ['noAuth redirects a signed-in person away', 'noAuth', person, personHome],
  ['noAuth redirects a signed-in entity away', 'noAuth', entity, entityHome],
  ['noAuth redirects a signed-in administrator away', 'noAuth', admin, adminHome],

  ['noAuthAdmin lets a stranger through', 'noAuthAdmin', nobody, undefined],
  ['noAuthAdmin lets a person through', 'noAuthAdmin', person, undefined],
  ['noAuthAdmin lets an entity through', 'noAuthAdmin', entity, undefined],
  ['noAuthAdmin sends an administrator to their own cabinet', 'noAuthAdmin', admin, adminHome],
  [
    'noAuthAdmin lets one through whom the admin guard sent to sign in',
    'noAuthAdmin',
    adminWithoutToken,
    undefined,
  ],
  ['noAuthEntity lets a stranger through', 'noAuthEntity', nobody, undefined],
  ['noAuthEntity lets a person through', 'noAuthEntity', person, undefined],
  ['noAuthEntity sends an entity to its own cabinet', 'noAuthEntity', entity, entityHome],
  ['noAuthEntity lets an administrator through', 'noAuthEntity', admin, undefined],
  ['noAuthPerson lets a stranger through', 'noAuthPerson', nobody, undefined],
  ['noAuthPerson sends a person to their own cabinet', 'noAuthPerson', person, personHome],
  ['noAuthPerson lets an entity through', 'noAuthPerson', entity, undefined],
  ['noAuthPerson lets an administrator through', 'noAuthPerson', admin, undefined],

  ['person: a person stays', 'person', person, undefined],
  ['person: an entity goes to its cabinet', 'person', entity, entityHome],
  ['person: an administrator goes to their cabinet', 'person', admin, adminHome],

  ['entity: an entity stays', 'entity', entity, undefined],
  ['entity: a person goes to their cabinet', 'entity', person, personHome],
  ['entity: an administrator goes to their cabinet', 'entity', admin, adminHome],

  ['admin: an administrator with an admin token stays', 'admin', admin, undefined],
  ['admin: a person goes to their cabinet', 'admin', person, personHome],
  ['admin: an entity goes to its cabinet', 'admin', entity, entityHome],
  ['admin: an administrator without an admin token signs in', 'admin', adminWithoutToken, { to: '/admin' }],

  [
    'haveObj: a person with zero accounts goes to add one',
    'haveObj',
    { ...person, accountCount: 0, account: '' },
    { to: '/cabinet/person/add-apart' },
  ],
  ['haveObj: a person with an account stays', 'haveObj', { ...person, accountCount: 1 }, undefined],
  ['haveObj: an entity without accounts is not asked', 'haveObj', { ...entity, accountCount: 0 }, undefined],

  [
    'accountSelected: an entity with an empty account goes home',
    'accountSelected',
    { ...entity, account: '' },
    entityHome,
  ],
  [
    'accountSelected: a query without a current account leads home with it',
    'accountSelected',
    { ...entity, account: '', accountInQuery: '1000000003' },
    { to: '/cabinet/entity', account: '1000000003' },
  ],
  ['accountSelected: an entity with an account stays', 'accountSelected', entity, undefined],
  ['accountSelected: a person is not asked', 'accountSelected', { ...person, account: '' }, undefined],

  [
    'apartSelected: a person without account goes home',
    'apartSelected',
    { ...person, account: '' },
    personHome,
  ],
  ['apartSelected: a person with an account stays', 'apartSelected', person, undefined],
  [
    'apartSelected: the account of the query is the current one',
    'apartSelected',
    { ...person, accountInQuery: '2390001111' },
    undefined,
  ],
  [
    'apartSelected: the account of the query differs from the current one',
    'apartSelected',
    { ...person, accountInQuery: '2390002222' },
    { to: '/cabinet/person', account: '2390002222' },
  ],
  [
    'apartSelected: a query without a current account leads home with it',
    'apartSelected',
    { ...person, account: '', accountInQuery: '2390002222' },
    { to: '/cabinet/person', account: '2390002222' },
  ],
  [
    'apartSelected: a person with zero accounts stays',
    'apartSelected',
    { ...person, accountCount: 0, account: '' },
    undefined,
  ],
  ['apartSelected: an entity is not asked', 'apartSelected', { ...entity, account: '' }, undefined],

  [
    'entitySingle: an entity with exactly one account goes to indication',
    'entitySingle',
    { ...entity, accountCount: 1 },
    { to: '/cabinet/entity/indication' },
  ],
  ['entitySingle: an entity with two accounts chooses', 'entitySingle', entity, undefined],
  [
    'entitySingle: an entity without accounts stays',
    'entitySingle',
    { ...entity, accountCount: 0 },
    undefined,
  ],
  ['entitySingle: a person with one object stays', 'entitySingle', { ...person, accountCount: 1 }, undefined],
])('%s', (_sentence, name, facts, redirect) => {
  expect(askGuards([name], facts)).toEqual(redirect);
});

test('askGuards returns the redirect of the first guard that has one', () => {
  expect(askGuards(['auth', 'person', 'haveObj'], nobody)).toEqual({ to: '/' });
  expect(askGuards(['auth', 'person', 'haveObj'], entity)).toEqual(entityHome);
  expect(askGuards([], nobody)).toBeUndefined();
});

test.each(['sesame', '', 'toString', '__proto__'])(
  'askGuards throws UnknownGuardError (500) for %j',
  (name) => {
    expect(() => askGuards([name], person)).toThrow('Unknown middleware');
    expect(() => askGuards([name], person)).toThrow(expect.objectContaining({ status: 500 }));
  },
);

test('cabinetOf returns the home of the user type', () => {
  expect(cabinetOf(person)).toEqual(personHome);
  expect(cabinetOf(entity)).toEqual(entityHome);
  expect(cabinetOf(admin)).toEqual(adminHome);
  expect(cabinetOf(nobody)).toEqual({ to: '/' });
});

const guardsOf = (path: string) => pageTable.find((page) => page.path === path)?.guards;

test.each<[string, GuardFacts]>([
  ['nobody', nobody],
  ['a person', person],
  ['a person without objects', { ...person, accountCount: 0, account: '' }],
  ['a person who chose no object', { ...person, account: '' }],
  [
    'a person who chose no object, with a query of one',
    { ...person, account: '', accountInQuery: '2390002222' },
  ],
  ['a person with a query of another object', { ...person, accountInQuery: '2390002222' }],
  ['an entity that chose nothing', { ...entity, account: '' }],
  ['an entity with its only account', { ...entity, accountCount: 1 }],
  ['an entity without accounts', { ...entity, accountCount: 0, account: '' }],
  ['an administrator', admin],
  ['an administrator without an admin token', adminWithoutToken],
])('guards redirect %s to an existing page in fewer than 4 steps', (_who, facts) => {
  for (const { path: start } of pageTable) {
    let path: string = start;
    let asking = facts;
    let steps = 0;
    for (let next = askGuards(guardsOf(path) ?? [], asking); next; ) {
      path = next.to;
      asking = { ...asking, accountInQuery: next.account };
      expect(guardsOf(path)).toBeDefined();
      steps += 1;
      expect(steps).toBeLessThan(4);
      next = askGuards(guardsOf(path) ?? [], asking);
    }
  }
});

test('every cabinet page has auth as its first guard', () => {
  expect(cabinetPages.length).toBeGreaterThan(10);
  for (const { path, guards } of cabinetPages) {
    expect(path).toMatch(/^\/cabinet\//);
    expect(guards[0]).toBe('auth');
  }
});
