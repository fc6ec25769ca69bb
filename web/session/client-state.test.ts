import { beforeEach, expect, test, vi } from 'vitest';
import { objectFixture, userFixture } from '#web/testing/fixtures/session-fixture.ts';
import {
  accountChosen,
  accountsListed,
  balanceRead,
  metersRead,
  objectInfoRead,
  offerPutAway,
} from './account-changes.ts';
import { configRead, currentSession, signedIn, signedOut } from './session-store.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal('window', { location: { host: 'svitlo.example' } });

beforeEach(() => signedOut());

/**
 * The areas, names and defaults of the base specification, section 3, in its order; `ours` are names beside it. The user of
 * a person stands in the area itself, their type in the session.
 */
const noContacts = { phone: '', email: '', account: '' };
const specified = {
  person: {
    partner: '',
    phone: '',
    email: '',
    account: '',
    isChose: false,
    places: [],
    meters: [],
    accounts: [],
    detailsPayment: undefined,
    detailsPaymentList: {},
    customInfo: undefined,
    lastCalculateTime: '',
    loyalityChecked: {},
  },
  entity: { user: noContacts, isChose: false, places: [], meters: [], accounts: [] },
  admin: {
    // Its user.
    token: '',
    login: '',
    fullName: '',
    roles: [],
    amountEntity: undefined,
    amountPerson: undefined,
  },
  sitename: '',
  config: undefined,
  messages: { tickets: [], inbox: [], suppliers: 0 },
  clientLog: undefined,
};
const ours = { office: undefined };

test('the state of nobody has the specified areas with the specified names and defaults, and no other', () => {
  expect(currentSession()).toEqual({ session: undefined, ...specified, ...ours });
  const areas = ['session', ...Object.keys(specified), ...Object.keys(ours)];
  expect(Object.keys(currentSession()).sort()).toEqual(areas.sort());
  expect(Object.keys(currentSession().person).sort()).toEqual(Object.keys(specified.person).sort());
});

const user = { ...userFixture, account: '2390001111' };
const listed = (account: string, placeId = `62Z${account}`) => ({ ...objectFixture, account, placeId });

test('the common area has token, type, expires and both flags', () => {
  signedIn(user, []);
  const common = { token: 't', type: 'person', expires: '2099-01-01T00:00:00Z' };
  expect(currentSession().session).toMatchObject({ ...common, login: true, dualAuth: false });
});

test('an object has the specified fields and defaults before anything of it was read', () => {
  signedIn(user, [listed('2390001111')]);
  expect(currentSession().person.accounts[0]).toEqual({
    account: '2390001111',
    address: 'вул. Лісова, 1',
    objectName: 'вул. Лісова, 1',
    accountLoaded: false,
    placeId: '62Z2390001111',
    greenTarif: false,
    greenTarifHistories: [],
    customerResponsibles: [],
    bankInfo: undefined,
    debet: '0',
    credit: '0',
    beginDebet: '0',
    endDebet: '0',
    beginCredit: '0',
    partner: '2390001111',
    token: '',
    ballanceLoaded: false,
    ballanceError: false,
    debetAct: { items: [] },
  });
});

test('a balance keeps the unpaid acts with the object', () => {
  signedIn(user, [listed('2390001111')]);
  const debetAct = { items: [{ number: '460027' } as never] };
  balanceRead('2390001111', { debet: '10.00', credit: '0.00', debetAct });
  const [object] = currentSession().person.accounts;
  expect(object).toMatchObject({ debet: '10.00', ballanceLoaded: true, debetAct });
});

const bankInfo = { recipient: 'ТОВ «Світло в дім»', edrpou: '38291007', iban: 'UA21', bank: 'АТ «Банк»' };
const customerResponsibles = [{ name: 'Олена', phone: '', role: '' }];
const facts = { bankInfo, greenTarifHistories: [], customerResponsibles };

test('details of payment are kept one per account, those of the chosen one also by themselves', () => {
  signedIn(user, [listed('2390001111'), listed('2390001112')]);
  objectInfoRead('2390001112', facts);
  expect(currentSession().person).toMatchObject({
    detailsPayment: undefined,
    detailsPaymentList: { 2390001112: bankInfo },
    accounts: [
      { accountLoaded: false },
      { accountLoaded: true, bankInfo, customerResponsibles: [{ name: 'Олена' }] },
    ],
  });
  accountChosen('2390001112');
  expect(currentSession().person.detailsPayment).toEqual(bankInfo);
  accountChosen('2390001111');
  expect(currentSession().person.detailsPayment).toBeUndefined();
});

test('the list of objects read again takes nothing from what is known, and leaves nothing of one that is gone', () => {
  signedIn(user, [listed('2390001111'), listed('2390001112', '62Z2390001111')]);
  expect(currentSession().person.places).toEqual(['62Z2390001111']);
  objectInfoRead('2390001112', facts);
  offerPutAway('2390001112');
  accountsListed([listed('2390001111'), listed('2390001112')]);
  expect(currentSession().person).toMatchObject({
    places: ['62Z2390001111', '62Z2390001112'],
    accounts: [{}, { accountLoaded: true }],
    loyalityChecked: { 2390001112: true },
  });
  accountsListed([listed('2390001111')]);
  expect(currentSession().person).toMatchObject({ detailsPaymentList: {}, loyalityChecked: {} });
});

test('the meters are those of the chosen object alone', () => {
  signedIn(user, [listed('2390001111'), listed('2390001112')]);
  metersRead('2390001112', [{} as never]);
  expect(currentSession().person.meters).toEqual([]);
  metersRead('2390001111', [{} as never]);
  expect(currentSession().person.meters).toHaveLength(1);
  accountChosen('2390001112');
  expect(currentSession().person.meters).toEqual([]);
});

test('the environment outlives who is signed in', () => {
  const flags = { liqpay: true, monobank: true, portmone: true, easypay: true } as const;
  configRead({ production: false, version: '1.0.0', ...flags });
  signedIn(user, []);
  signedOut();
  expect(currentSession().config).toMatchObject({ version: '1.0.0', ...flags });
  configRead(undefined);
});
