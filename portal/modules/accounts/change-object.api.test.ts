import { beforeEach, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import {
  addObject,
  chooseApart,
  dropObject,
  listObjects,
  maxObjectNameLength,
  objectInfo,
  renameObject,
} from '#contract/accounts/accounts.ts';
import { personBalance } from '#contract/balance.ts';
import { listEvents } from '#contract/events.ts';
import { addPhoto, listMeters } from '#contract/readings.ts';
import { newId } from '#platform/uuid.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { sessionEnd } from '#portal/modules/identity/session/session-list.ts';
import { openTestSession } from '#portal/testing/callers/make-member.ts';
import { identityOf } from '#portal/testing/callers/sign-in-dependent.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';

let flat: string;
let house: string;
let token: string;
let neighbour: string;

const code = 'SVAD1120';

const app = provideTestApp({ hasSupplier: true });
beforeEach(async () => {
  flat = (await makeAccount(app.billingDb, { objectCode: code })).accountNumber;
  house = (await makeAccount(app.billingDb, { objectCode: code })).accountNumber;
  token = await app.signIn([house, flat]);
  neighbour = await app.signIn([flat]);
});

const rename = (account: string, name: unknown) => app.post(renameObject, { token, account, new_name: name });
const drop = (account: string, fields = {}) => app.post(dropObject, { token, account, ...fields });

async function seen(by = token) {
  const { body } = await app.post(listObjects, { token: by });
  return { accounts: body.accounts.map((item) => item.account), account: body.account };
}

async function nameOf(account: string, by = token) {
  const { body } = await app.post(listObjects, { token: by });
  return body.accounts.find((item) => item.account === account)?.objectName;
}

/** A second session of the person whose token is used. */
async function openAnotherSession(): Promise<string> {
  const sessionId = await openTestSession(app.portalDb, app.clock, await identityOf(app, token));
  const expiresAt = sessionEnd(app.clock.now());
  return createTokens(testKeys.sessions).sign({ sessionId, type: 'person', expiresAt });
}

describe('a name of an object', () => {
  test('is the person’s own: the answer has it, sorted by account, and others keep theirs', async () => {
    const { httpStatus, body } = await rename(flat, 'Дача');
    expect(httpStatus).toBe(200);
    expect(body.account).toBe('');
    expect(body.accounts.map(({ account }) => account)).toEqual([flat, house]);
    const address = expect.stringContaining('street');
    expect(body.accounts[0]).toMatchObject({ objectName: 'Дача', address });
    expect(await nameOf(flat)).toBe('Дача');
    expect(await nameOf(flat, neighbour)).toMatch(/street/);
  });

  test.each(['', '   ', ' \t '])('that is empty (%j) gives the address back', async (name) => {
    await rename(flat, 'Дача');
    const { body } = await rename(flat, name);
    expect(body.accounts[0]?.objectName).toBe(body.accounts[0]?.address);
    expect(await nameOf(flat)).toMatch(/street/);
  });

  test('is kept as text without the spaces around it, up to forty signs', async () => {
    const longest = `<img src=x>${'я'.repeat(maxObjectNameLength - 11)}`;
    expect((await rename(flat, `  ${longest}  `)).httpStatus).toBe(200);
    expect(await nameOf(flat)).toBe(longest);
    const { httpStatus, body } = await rename(flat, `${longest}я`);
    expect(httpStatus).toBe(400);
    expect(body.issues).toEqual([
      { path: 'new_name', code: 'field.max', message: expect.stringContaining('40') },
    ]);
    expect(await nameOf(flat)).toBe(longest);
  });
});

describe('an object that is taken out', () => {
  test('is gone from the list, and the others and the choice stay', async () => {
    await app.post(chooseApart, { token, item: house });
    const { httpStatus, body } = await drop(flat, { partner: '1', currAccount: flat });
    expect(httpStatus).toBe(200);
    expect(body.accounts.map(({ account }) => account)).toEqual([house]);
    // The browser believed that the other one was chosen; the server knows better.
    expect(body.account).toBe(house);
    expect(await seen()).toEqual({ accounts: [house], account: house });
  });

  test('and was the chosen one leaves no choice, the last one an empty cabinet', async () => {
    await app.post(chooseApart, { token, item: flat });
    expect((await drop(flat)).body.account).toBe('');
    expect(await seen()).toEqual({ accounts: [house], account: '' });
    expect((await drop(house)).body).toMatchObject({ accounts: [], account: '' });
  });

  test('twice, one after the other or at once, is found once', async () => {
    expect((await drop(flat)).httpStatus).toBe(200);
    expect(await drop(flat)).toMatchObject({ httpStatus: 404, body: { code: 'common.notFound' } });
    const both = await Promise.all([drop(house), drop(house)]);
    expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 404]);
  });

  test('is reached no more at once, in no session of the person, and stays with the neighbour', async () => {
    const other = await openAnotherSession();
    expect((await seen(other)).accounts).toEqual([flat, house]);

    await drop(flat);
    expect((await seen(other)).accounts).toEqual([house]);
    const photo = { file: smallJpeg, requestId: newId() };
    for (const by of [token, other]) {
      for (const [call, fields] of [
        [objectInfo, {}],
        [personBalance, {}],
        [listMeters, {}],
        [listEvents, {}],
        [addPhoto, photo],
        [renameObject, { new_name: 'Дача' }],
        [dropObject, {}],
      ] as const) {
        const { httpStatus } = await app.post(call, { token: by, account: flat, ...fields });
        expect({ path: call.path, httpStatus }).toEqual({ path: call.path, httpStatus: 404 });
      }
    }
    expect((await app.post(personBalance, { token: neighbour, account: flat })).httpStatus).toBe(200);
  });

  test('comes back by its code, under its address, when no one else has it', async () => {
    await rename(house, 'Дача');
    await drop(house);
    expect((await app.post(addObject, { token, account: house, code })).httpStatus).toBe(200);
    expect(await seen()).toEqual({ accounts: [flat, house], account: '' });
    expect(await nameOf(house)).toMatch(/street/);
  });

  test('changes nothing of what the billing has, when no one else has it', async () => {
    const billed = () =>
      app.billingDb.selectFrom('billing.account').selectAll().orderBy('account_number').execute();
    const before = await billed();
    app.moduleCalls.length = 0;
    await drop(house);
    expect(app.moduleCalls.map(({ name }) => name)).toEqual(['ACCOUNT_LIST']);
    expect(await billed()).toEqual(before);
  });
});
