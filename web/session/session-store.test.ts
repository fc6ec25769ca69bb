import { beforeEach, expect, test, vi } from 'vitest';
import { objectFixture, stubStorage, userFixture } from '#web/testing/fixtures/session-fixture.ts';
import {
  accountChosen,
  accountsListed,
  amountsRead,
  balanceRead,
  customInfoRead,
  metersRead,
  NO_CHOICE,
} from './account-changes.ts';
import { noAdmin, noEntity, noPerson } from './empty-areas.ts';
import {
  currentSession,
  officeRead,
  sessionRenewed,
  signedIn,
  signedOut,
  startSession,
  useSessionStore,
} from './session-store.ts';
import type { PersistedState, SignedInAdmin, SignedInUser } from './session-types.ts';

const kept = stubStorage('localStorage');
vi.stubGlobal('sessionStorage', {});

let storageListener: (event: Pick<StorageEvent, 'key'>) => void = () => undefined;
vi.stubGlobal('window', {
  location: { host: 'svitlo.example' },
  addEventListener: (_: string, listener: typeof storageListener) => {
    storageListener = listener;
  },
  removeEventListener: () => undefined,
});

const user = userFixture;
const chosen = { ...user, account: '2390001112' };
const object = (account: string) => ({ ...objectFixture, account });
const objects = [object('2390001113'), object('0390001111'), object('2390001112')];

const messages = { tickets: [{ id: '1' }], inbox: [{ id: '2', isRead: true }], suppliers: 1 };
const withMessages = { messages };
const emptiedMessages = { tickets: [], inbox: [], suppliers: 1 };

beforeEach(() => signedOut());

test('an object chosen before that is no longer theirs is not chosen', () => {
  signedIn({ ...user, account: '2390009999' }, objects);
  expect(currentSession().person.account).toBe('');
});

test('DELETE clears the choice and nothing else; an object that was removed elsewhere is chosen no more', () => {
  signedIn(chosen, objects);
  accountChosen(NO_CHOICE);
  expect(currentSession().person).toMatchObject({ account: '', phone: '+380501110001' });
  expect(currentSession().person.accounts).toHaveLength(3);
  signedIn(chosen, objects);
  accountsListed([object('2390001113')]);
  expect(currentSession().person).toMatchObject({ account: '', accounts: [{ account: '2390001113' }] });
});

test('a renewed token is kept for the next visit', () => {
  signedIn(user, objects);
  sessionRenewed('t', { token: 't2', expires: '2099-02-01T00:00:00Z' });
  const { session } = JSON.parse(kept.get('svitlo.cabinet') ?? '{}');
  expect(session).toMatchObject({ token: 't2', type: 'person' });
});

test('signing out leaves nothing of the person behind', () => {
  signedIn(chosen, objects);
  signedOut();
  expect(currentSession()).toMatchObject({
    session: undefined,
    person: noPerson,
    entity: noEntity,
    admin: noAdmin,
    sitename: '',
    messages: { tickets: [], inbox: [], suppliers: 0 },
  });
  expect(kept.size).toBe(0);
  sessionRenewed('t', { token: 'late', expires: '2099-02-01T00:00:00Z' });
  accountChosen('2390001112');
  expect(kept.size).toBe(0);
});

const entity: SignedInUser = { ...user, type: 'entity', phone: '+380501120001' };
const owner = { login: 'owner', fullName: 'Олена Шевчук' };
const admin: SignedInAdmin = { ...user, type: 'admin', ...owner, roles: ['owner'] };

test('who signs in after somebody of another type finds nothing of theirs', () => {
  signedIn(user, objects);
  signedIn(entity, [object('1000000002'), object('1000000003')]);
  expect(currentSession().person).toEqual(noPerson);
  const unchosen = { user: { phone: '+380501120001', account: '' }, isChose: false };
  expect(currentSession().entity).toMatchObject(unchosen);
  signedIn(admin, []);
  expect(currentSession().entity).toEqual(noEntity);
  expect(currentSession().admin).toMatchObject({ token: 't', login: 'owner', roles: ['owner'] });
});

test('the office of the site is known whoever signs in or out', () => {
  officeRead('Світло в дім');
  signedIn(user, objects);
  expect(currentSession().office).toBe('Світло в дім');
  signedOut();
  expect(currentSession().office).toBe('Світло в дім');
  expect(kept.size).toBe(0);
});

test('the only account of an entity is chosen by itself, also when its other accounts have ended', () => {
  signedIn(entity, [object('1000000001')]);
  expect(currentSession().entity).toMatchObject({ user: { account: '1000000001' }, isChose: true });
  signedIn({ ...entity, account: '1000000003' }, [object('1000000002'), object('1000000003')]);
  accountsListed([object('1000000002')]);
  expect(currentSession().entity).toMatchObject({ user: { account: '1000000002' }, accounts: [{}] });
});

test('of the places of an entity the first 100 are kept, each once', () => {
  const many = Array.from({ length: 250 }, (_, index) => ({
    ...object(String(1_000_000_000 + index)),
    placeId: `place ${Math.floor(index / 2)}`,
  }));
  signedIn(entity, many);
  expect(currentSession().entity.places).toHaveLength(100);
  expect(currentSession().entity.places[99]).toBe('place 99');
  expect(currentSession().entity.accounts).toHaveLength(250);
});

test('an entity that chooses another account keeps no meters of the one before', () => {
  signedIn({ ...entity, account: '1000000002' }, [object('1000000002'), object('1000000003')]);
  metersRead('1000000002', [{} as never]);
  expect(currentSession().entity.meters).toHaveLength(1);
  accountChosen('1000000003');
  expect(currentSession().entity.meters).toEqual([]);
  metersRead('1000000002', [{} as never]);
  expect(currentSession().entity.meters).toEqual([]);
  accountChosen(NO_CHOICE);
  expect(currentSession().entity).toMatchObject({ user: { account: '' }, isChose: false });
});

test('choosing an account sets the mark and empties tickets and inbox', () => {
  signedIn(user, objects);
  useSessionStore.setState(withMessages);
  accountChosen({ account: '2390001112' });
  expect(currentSession().person).toMatchObject({ account: '2390001112', isChose: true });
  expect(currentSession().messages).toEqual(emptiedMessages);
  accountChosen('nonsense');
  expect(currentSession().person.account).toBe('2390001112');
});

const twoObjects = ['2390001112', '2390001113'];
const chosenAccount: SignedInUser = { ...entity, account: '1000000002' };
const accounts = ['1000000001', '1000000002', '1000000003'];
const twoAccounts = accounts.slice(1);

test.each<[string, SignedInUser, readonly string[], readonly string[], boolean]>([
  ['a chosen object that is gone takes them along', chosen, twoObjects, ['2390001113'], false],
  ['a chosen account that is gone does, too', chosenAccount, accounts, ['1000000001', '1000000003'], false],
  ['the only account that is left begins without any', chosenAccount, twoAccounts, ['1000000003'], false],
  ['the only account that is left after no choice, too', entity, twoAccounts, ['1000000003'], false],
  ['an object that stays chosen keeps them', chosen, twoObjects, ['2390001112'], true],
  ['an account that stays chosen keeps them', chosenAccount, twoAccounts, ['1000000002'], true],
])('tickets and inbox when the list is read again: %s', (_sentence, who, before, now, isKept) => {
  signedIn(who, before.map(object));
  useSessionStore.setState(withMessages);
  accountsListed(now.map(object));
  expect(currentSession().messages).toEqual(isKept ? withMessages.messages : emptiedMessages);
});

test('an object chosen in another tab is not shown with the tickets and the inbox of the one before', () => {
  signedIn(chosen, objects);
  const stop = startSession();
  useSessionStore.setState(withMessages);
  storageListener({ key: 'svitlo.cabinet' });
  expect(currentSession().messages).toEqual(withMessages.messages);
  const state = JSON.parse(kept.get('svitlo.cabinet') ?? '{}');
  state.person.account = '2390001113';
  kept.set('svitlo.cabinet', JSON.stringify(state));
  storageListener({ key: 'svitlo.cabinet' });
  expect(currentSession()).toMatchObject({ person: { account: '2390001113' }, messages: emptiedMessages });
  stop();
});

test('a renewal that was asked for by the session before is not for the one that is there now', () => {
  signedIn(user, objects);
  signedIn({ ...user, token: 'of another', type: 'entity' }, []);
  sessionRenewed('t', { token: 't2', expires: '2099-02-01T00:00:00Z' });
  expect(currentSession().session).toMatchObject({ token: 'of another', type: 'entity' });
  expect(JSON.parse(kept.get('svitlo.cabinet') ?? '{}').session.token).toBe('of another');
});

/** What another tab keeps, of which this one has not heard yet. */
function keepElsewhere(change: (state: PersistedState) => PersistedState): void {
  kept.set('svitlo.cabinet', JSON.stringify(change(JSON.parse(kept.get('svitlo.cabinet') ?? ''))));
}
const keptState = () => JSON.parse(kept.get('svitlo.cabinet') ?? 'null') as PersistedState | null;

test('a renewal does not write over somebody who has just signed in in another tab', () => {
  signedIn(user, objects);
  keepElsewhere((state) => ({ ...state, session: { ...state.session, id: 'another', token: 'of another' } }));
  for (const token of ['t2', 't3']) {
    sessionRenewed(currentSession().session?.token ?? '', { token, expires: '2099-02-01T00:00:00Z' });
    expect(keptState()?.session.token).toBe('of another');
  }
});

test('what is read here is added to what another tab has chosen and renewed, and this tab follows at once', () => {
  signedIn(chosen, objects);
  useSessionStore.setState(withMessages);
  keepElsewhere((state) => ({
    ...state,
    session: { ...state.session, token: 't2' },
    person: { ...state.person, account: '2390001113' },
  }));
  balanceRead('2390001112', { debet: '12.50', credit: '0' });
  for (const { session, person } of [keptState(), currentSession()].map(
    (state) => state ?? currentSession(),
  )) {
    expect([session?.token, person.account]).toEqual(['t2', '2390001113']);
    expect(person.accounts.map(({ debet }) => debet)).toContain('12.50');
  }
  expect(currentSession().messages).toEqual(emptiedMessages);
});

test('what is read here after another tab has signed out is not kept', () => {
  signedIn(user, objects);
  kept.clear();
  for (const debet of ['12.50', '13.50']) {
    balanceRead('2390001112', { debet, credit: '0' });
    expect(kept.size).toBe(0);
  }
});

test('a browser that has no room keeps the change in this tab, with the next change too', () => {
  signedIn(chosen, objects);
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  accountChosen('2390001113');
  balanceRead('2390001112', { debet: '12.50', credit: '0' });
  expect(currentSession().person.account).toBe('2390001113');
  full.mockRestore();
  balanceRead('2390001112', { debet: '13.50', credit: '0' });
  expect(keptState()?.person.account).toBe('2390001113');
});

test('a balance is in the list, and stays when the list is loaded again', () => {
  signedIn(user, objects);
  balanceRead('2390001112', { debet: '12.50', credit: '0' });
  accountsListed(objects);
  const found = currentSession().person.accounts.find((item) => item.account === '2390001112');
  expect(found).toMatchObject({ debet: '12.50', credit: '0', beginDebet: '0', ballanceLoaded: true });
});

test('a renewed token of an administrator is that of the admin area too, with the roles as they are now', () => {
  signedIn(admin, []);
  amountsRead({ amountPerson: 7 });
  const renewed = { token: 't2', roles: ['billing' as const] };
  sessionRenewed('t', { token: 't2', expires: '2099-02-01T00:00:00Z', admin: renewed });
  const amounts = { amountPerson: 7, amountEntity: undefined };
  const { admin: area } = currentSession();
  expect(area).toMatchObject({ token: 't2', roles: ['billing'], login: 'owner', ...amounts });
});

test('the mark of the sign-in stays while the token is renewed, and is another at the next', () => {
  signedIn(user, objects);
  const first = currentSession().session?.id;
  sessionRenewed('t', { token: 't2', expires: '2099-02-01T00:00:00Z' });
  expect(currentSession().session?.id).toBe(first);
  signedIn(user, objects);
  expect(currentSession().session?.id).not.toBe(first);
});

test('the short card of the chosen object is kept, over a reload too, until another object is chosen', () => {
  const card = {
    account: '2390001112',
    address: '',
    name: '',
    contractNumber: '',
    tariff: '',
    meterCount: 1,
    lastCalculateTime: '2026-11-02T08:00:00.000Z',
    debetAct: { count: 0, sum: '0.00' },
    warning: null,
  };
  signedIn(chosen, objects);
  expect(currentSession().person).toMatchObject({ customInfo: undefined, lastCalculateTime: '' });
  customInfoRead({ ...card, account: '2390001113' });
  expect(currentSession().person.customInfo).toBeUndefined();
  customInfoRead(card);
  startSession()();
  const { lastCalculateTime } = card;
  expect(currentSession().person).toMatchObject({ customInfo: card, lastCalculateTime });
  accountChosen('2390001112');
  expect(currentSession().person.customInfo).toEqual(card);
  accountChosen('2390001113');
  expect(currentSession().person).toMatchObject({ customInfo: undefined, lastCalculateTime: '' });
});
