import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { addSigner, endSigner, listSigners, maxSigners, removeSigner } from '#contract/signatures.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let account: string;
let token: string;
let otherAccount: string;
let tokenOfOther: string;

const app = provideTestApp({ now: '2026-06-20T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  const make = async () => (await makeAccount(app.billingDb, { customerType: 'entity' })).accountNumber;
  [account, otherAccount] = [await make(), await make()];
  token = await app.signIn([account], 'entity');
  tokenOfOther = await app.signIn([otherAccount], 'entity');
});

const mazur = {
  drfo: '2890123454',
  fullName: 'Мазур Ірина',
  post: 'директор',
  ground: 'статут',
  kinds: null,
  validFrom: '2026-01-01',
  validTo: null,
};
const add = (more: object = {}, of = { token, account }) =>
  app.post(addSigner, { ...of, signer: { ...mazur, ...more } } as never);
const list = async () => (await app.post(listSigners, { token, account })).body.signers;

async function clear(): Promise<void> {
  for (const { signerId } of await list()) await app.post(removeSigner, { token, account, signerId });
}

test('an entry is added, listed with its state, ended by a day and kept', async () => {
  const added = (await add({ kinds: ['acceptanceAct', 'acceptanceAct'] })).body.signers[0];
  expect(added).toMatchObject({
    ...mazur,
    kinds: ['acceptanceAct'],
    state: 'active',
    addedAt: '2026-06-20T10:00:00.000Z',
  });
  await add({ drfo: 'аб123456', fullName: 'Іваненко Олег', validFrom: '2026-07-01', validTo: '2026-12-31' });
  const { signerId = '' } = added ?? {};
  const end = (lastDay: string) => app.post(endSigner, { token, account, signerId, lastDay });
  expect((await end('2025-12-31')).body.issues).toMatchObject([{ path: 'lastDay', code: 'field.invalid' }]);
  expect((await end('2026-06-30')).body.signers.map(({ state }) => state)).toEqual(['future', 'active']);
  // An end comes nearer, never later.
  expect((await end('2026-07-31')).httpStatus).toBe(400);
  expect((await end('2026-06-19')).httpStatus).toBe(200);
  expect((await list()).map(({ fullName, drfo, state }) => [fullName, drfo, state])).toEqual([
    ['Іваненко Олег', 'АБ123456', 'future'],
    ['Мазур Ірина', '2890123454', 'ended'],
  ]);
  await clear();
  expect(await list()).toEqual([]);
});

test('the days of one person do not overlap, also of two requests at once', async () => {
  const answers = await Promise.all([add(), add({ validFrom: '2026-03-01' })]);
  const refused = answers.filter(({ httpStatus }) => httpStatus !== 200);
  expect(refused.map(({ body }) => body.code)).toEqual(['signature.signerTwice']);
  const [kept] = await list();
  await app.post(endSigner, { token, account, signerId: kept?.signerId ?? '', lastDay: '2026-06-30' });
  expect((await add({ validFrom: '2026-07-01' })).httpStatus).toBe(200);
  await clear();
});

test.each([
  ['drfo', { drfo: '12345' }],
  ['fullName', { fullName: ' ' }],
  ['ground', { ground: '' }],
  ['kinds', { kinds: [] }],
  ['validTo', { validTo: '2025-12-31' }],
])('a wrong %s is told at its field', async (field, more) => {
  const { httpStatus, body } = await add(more);
  expect(httpStatus).toBe(400);
  expect(body.issues?.[0]?.path).toBe(`signer.${field}`);
});

test('a list has a largest length', async () => {
  await sql`insert into portal.signer_power
      (account_number, signer_id, drfo, full_name, post, ground, valid_from, added_at, added_by)
    select ${account}, gen_random_uuid(), (3000000000 + number)::text, 'Name', '', 'order', '2026-01-01', now(), gen_random_uuid()
      from generate_series(1, ${maxSigners}) as number`.execute(app.portalDb);
  const { httpStatus, body } = await add();
  expect([httpStatus, body.code]).toEqual([422, 'signature.tooManySigners']);
  expect(body.message).toContain(String(maxSigners));
  await sql`delete from portal.signer_power where account_number = ${account}`.execute(app.portalDb);
});

test('an entry of another account, and one that was taken out, is not found', async () => {
  const ofOther = (await add({}, { token: tokenOfOther, account: otherAccount })).body.signers[0];
  const { signerId = '' } = ofOther ?? {};
  for (const id of [signerId, newId()]) {
    const ended = await app.post(endSigner, { token, account, signerId: id, lastDay: '2026-06-30' });
    const removed = await app.post(removeSigner, { token, account, signerId: id });
    expect([ended.httpStatus, removed.httpStatus]).toEqual([404, 404]);
  }
  const own = { token: tokenOfOther, account: otherAccount, signerId };
  expect((await app.post(removeSigner, own)).body.signers).toEqual([]);
  expect((await app.post(removeSigner, own)).httpStatus).toBe(404);
  expect(await list()).toEqual([]);
});
