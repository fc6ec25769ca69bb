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
const withoutObject = { ...person, account: '' };
const withoutObjects = { ...withoutObject, accountCount: 0 };
const withoutAccount = { ...entity, account: '' };
const withoutAccounts = { ...withoutAccount, accountCount: 0 };
const own = '2390001111';
const asked = '2390002222';
const askedOfEntity = '1000000003';

const personHome = { to: '/cabinet/person' };
const entityHome = { to: '/cabinet/entity' };
const points = { to: '/cabinet/entity/indication' };
const personAsking = { ...person, accountInQuery: asked };
const askedHome = { ...personHome, account: asked };
const adminHome = { to: '/cabinet/admin' };

/** Guard, rule, visitor, expected redirect (undefined: allowed). One row per rule and kind of visitor. */
test.each<[string, string, GuardFacts, unknown]>([
  ['auth', 'requires a token, else go to the landing', nobody, { to: '/' }],
  ['auth', 'lets a person with a token through', person, undefined],
  ['auth', 'lets an entity with a token through', entity, undefined],
  ['auth', 'lets an administrator with a token through', admin, undefined],

  ['noAuth', 'lets a stranger through', nobody, undefined],
  ['noAuth', 'redirects a signed-in person away', person, personHome],
  ['noAuth', 'redirects a signed-in entity away', entity, entityHome],
  ['noAuth', 'redirects a signed-in administrator away', admin, adminHome],

  ['noAuthAdmin', 'lets a stranger through', nobody, undefined],
  ['noAuthAdmin', 'lets a person through', person, undefined],
  ['noAuthAdmin', 'lets an entity through', entity, undefined],
  ['noAuthAdmin', 'sends an administrator to their own cabinet', admin, adminHome],
  ['noAuthAdmin', 'lets one through whom the admin guard sent to sign in', adminWithoutToken, undefined],
  ['noAuthEntity', 'lets a stranger through', nobody, undefined],
  ['noAuthEntity', 'lets a person through', person, undefined],
  ['noAuthEntity', 'sends an entity to its own cabinet', entity, entityHome],
  ['noAuthEntity', 'lets an administrator through', admin, undefined],
  ['noAuthPerson', 'lets a stranger through', nobody, undefined],
  ['noAuthPerson', 'sends a person to their own cabinet', person, personHome],
  ['noAuthPerson', 'lets an entity through', entity, undefined],
  ['noAuthPerson', 'lets an administrator through', admin, undefined],

  ['person', 'a person stays', person, undefined],
  ['person', 'an entity goes to its cabinet', entity, entityHome],
  ['person', 'an administrator goes to their cabinet', admin, adminHome],

  ['entity', 'an entity stays', entity, undefined],
  ['entity', 'a person goes to their cabinet', person, personHome],
  ['entity', 'an administrator goes to their cabinet', admin, adminHome],

  ['admin', 'an administrator with an admin token stays', admin, undefined],
  ['admin', 'a person goes to their cabinet', person, personHome],
  ['admin', 'an entity goes to its cabinet', entity, entityHome],
  ['admin', 'an administrator without an admin token signs in', adminWithoutToken, { to: '/admin' }],

  ['haveObj', 'a person with no accounts adds one', withoutObjects, { to: '/cabinet/person/add-apart' }],
  ['haveObj', 'a person with an account stays', { ...person, accountCount: 1 }, undefined],
  ['haveObj', 'an entity without accounts is not asked', { ...entity, accountCount: 0 }, undefined],

  ['accountSelected', 'an entity with an empty account goes home', withoutAccount, entityHome],
  [
    'accountSelected',
    'a query without a current account leads home with it',
    { ...withoutAccount, accountInQuery: askedOfEntity },
    { ...entityHome, account: askedOfEntity },
  ],
  ['accountSelected', 'an entity with an account stays', entity, undefined],
  ['accountSelected', 'a person is not asked', withoutObject, undefined],

  ['apartSelected', 'a person without account goes home', withoutObject, personHome],
  ['apartSelected', 'a person with an account stays', person, undefined],
  ['apartSelected', 'the account of the query is chosen', { ...person, accountInQuery: own }, undefined],
  ['apartSelected', 'the account of the query differs from the current one', personAsking, askedHome],
  [
    'apartSelected',
    'a query without a current account leads home with it',
    { ...withoutObject, accountInQuery: asked },
    askedHome,
  ],
  ['apartSelected', 'a person with zero accounts stays', withoutObjects, undefined],
  ['apartSelected', 'an entity is not asked', withoutAccount, undefined],

  ['entitySingle', 'an entity with one account goes to points', { ...entity, accountCount: 1 }, points],
  ['entitySingle', 'an entity with two accounts chooses', entity, undefined],
  ['entitySingle', 'an entity without accounts stays', { ...entity, accountCount: 0 }, undefined],
  ['entitySingle', 'a person with one object stays', { ...person, accountCount: 1 }, undefined],
])('%s: %s', (name, _sentence, facts, redirect) => expect(askGuards([name], facts)).toEqual(redirect));

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
  ['a person without objects', withoutObjects],
  ['a person who chose no object', withoutObject],
  ['a person who chose no object, with a query of one', { ...withoutObject, accountInQuery: asked }],
  ['a person with a query of another object', { ...person, accountInQuery: asked }],
  ['an entity that chose nothing', withoutAccount],
  ['an entity with its only account', { ...entity, accountCount: 1 }],
  ['an entity without accounts', withoutAccounts],
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
