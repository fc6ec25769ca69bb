import { expect, test } from 'vitest';
import { askGuards, cabinetOf, type GuardFacts } from './guards.ts';

const nobody: GuardFacts = {
  token: '',
  type: undefined,
  adminToken: '',
  accountCount: 0,
  account: '',
  accountInQuery: undefined,
};
const person: GuardFacts = { ...nobody, token: 't', type: 'person', accountCount: 2, account: '2390001111' };
const entity: GuardFacts = { ...nobody, token: 't', type: 'entity' };
const admin: GuardFacts = { ...nobody, token: 't', type: 'admin', adminToken: 't' };

test.each<[string, string[], GuardFacts, unknown]>([
  ['a stranger in the cabinet goes to the landing', ['auth', 'person'], nobody, { to: '/' }],
  ['a person in their own cabinet stays', ['auth', 'person', 'haveObj', 'apartSelected'], person, undefined],
  ['a stranger may sign in', ['noAuth'], nobody, undefined],
  ['a signed-in person does not sign in again', ['noAuth'], person, { to: '/cabinet/person' }],
  ['a signed-in entity goes to its own cabinet', ['noAuth'], entity, { to: '/cabinet/entity' }],
  ['a signed-in administrator goes to their own cabinet', ['noAuth'], admin, { to: '/cabinet/admin' }],
  [
    'an entity in the cabinet of persons goes to its own',
    ['auth', 'person'],
    entity,
    { to: '/cabinet/entity' },
  ],
  ['an administrator there goes to theirs', ['auth', 'person'], admin, { to: '/cabinet/admin' }],
  [
    'a person without objects is asked to add one',
    ['auth', 'haveObj'],
    { ...person, accountCount: 0, account: '' },
    { to: '/cabinet/person/add-apart' },
  ],
  [
    'a person who chose no object goes to choose',
    ['apartSelected'],
    { ...person, account: '' },
    { to: '/cabinet/person' },
  ],
  [
    'an address that names the chosen object lets through',
    ['apartSelected'],
    { ...person, accountInQuery: '2390001111' },
    undefined,
  ],
  [
    'an address that names another object goes home with that object',
    ['apartSelected'],
    { ...person, accountInQuery: '2390002222' },
    { to: '/cabinet/person', account: '2390002222' },
  ],
])('%s', (_sentence, names, facts, redirect) => {
  expect(askGuards(names, facts)).toEqual(redirect);
});

test('a guard that does not exist is a fault with status 500', () => {
  expect(() => askGuards(['sesame'], person)).toThrow('Unknown middleware');
  expect(() => askGuards(['auth', 'sesame'], person)).toThrow(expect.objectContaining({ status: 500 }));
});

test('the cabinet as such leads to the cabinet of one’s own', () => {
  expect(cabinetOf(person)).toEqual({ to: '/cabinet/person' });
  expect(cabinetOf(entity)).toEqual({ to: '/cabinet/entity' });
  expect(cabinetOf(nobody)).toEqual({ to: '/' });
});
