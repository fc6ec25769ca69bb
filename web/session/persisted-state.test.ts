import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { stubStorage } from '#web/testing/fixtures/session-fixture.ts';
import { noAdmin, noEntity, noPerson } from './empty-areas.ts';
import { clearState, loadState, loadTheme, saveState, saveTheme } from './persisted-state.ts';
import type { PersistedState } from './session-types.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = stubStorage('localStorage');
  vi.stubGlobal('sessionStorage', {});
});
afterEach(() => vi.unstubAllGlobals());

const now = Date.parse('2026-11-20T10:00:00Z') as Instant;
const flags = { login: true, dualAuth: false };
const state: PersistedState = {
  session: { ...flags, id: '', token: 't', type: 'person', expires: '2026-11-21T10:00:00Z' },
  person: { ...noPerson, partner: '1', phone: '+380501110001', account: '2390001111', isChose: true },
  entity: noEntity,
  admin: noAdmin,
  sitename: '',
};

test('a reload within the life of the token finds the person signed in', () => {
  saveState(state);
  expect(loadState(now)).toEqual(state);
});

test('a person who signed in to the version before stays signed in', () => {
  const { isChose: _, customInfo: ___, lastCalculateTime: ____, ...person } = state.person;
  const { id: __, ...session } = state.session;
  kept.set('svitlo.cabinet', JSON.stringify({ session, person }));
  expect(loadState(now)).toEqual(state);
});

test('a day later the expired state is not restored and is removed', () => {
  saveState(state);
  expect(loadState(Date.parse('2026-11-21T10:00:00Z') as Instant)).toBeUndefined();
  expect(kept.has('svitlo.cabinet')).toBe(false);
});

test.each([
  ['without a token', JSON.stringify({ ...state, session: { ...state.session, token: '' } })],
  ['without an expiry', JSON.stringify({ ...state, session: { ...state.session, expires: '' } })],
  ['with an expiry of no date', JSON.stringify({ ...state, session: { ...state.session, expires: 'soon' } })],
  ['of another shape', '{"session":{"token":"t"}}'],
  ['that is no JSON', '{'],
  ['that is null', 'null'],
])('what was kept %s is not restored and is removed', (_case, text) => {
  kept.set('svitlo.cabinet', text);
  expect(loadState(now)).toBeUndefined();
  expect(kept.has('svitlo.cabinet')).toBe(false);
});

test('signing out leaves the theme of the device', () => {
  saveState(state);
  saveTheme('dark');
  clearState();
  expect(loadState(now)).toBeUndefined();
  expect(loadTheme()).toBe('dark');
  saveTheme(undefined);
  expect(loadTheme()).toBeUndefined();
});

test('a browser that refuses storage lets the person work on', () => {
  const deny = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: deny, setItem: deny, removeItem: deny });
  expect(() => saveState(state)).not.toThrow();
  expect(loadState(now)).toBeUndefined();
});
