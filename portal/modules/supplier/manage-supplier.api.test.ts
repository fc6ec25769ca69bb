import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import {
  changeSupplier,
  decideRequisites,
  getSupplier,
  proposeRequisites,
} from '#contract/supplier/manage-supplier.ts';
import { apiLink } from '#contract/supplier.ts';
import { newId } from '#platform/uuid.ts';
import { signInDependent } from '#portal/testing/callers/sign-in-dependent.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let first: string;
let second: string;
let editor: string;

const signIn = (...roles: AdminRole[]) => app.signIn([], 'admin', roles);

const app = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  [first, second, editor] = [await signIn('billing'), await signIn('billing'), await signIn('content')];
});

let revision = 0;
beforeEach(async () => {
  revision = (await app.post(getSupplier, { token: editor })).body.revision;
});

const change = (
  values: InputOf<typeof changeSupplier>['values'],
  more: Partial<InputOf<typeof changeSupplier>> = {},
) =>
  app.post(changeSupplier, {
    token: editor,
    values,
    revision,
    reason: 'Наказ 7',
    requestId: newId(),
    ...more,
  });
const propose = (
  values: InputOf<typeof proposeRequisites>['values'],
  more: Partial<InputOf<typeof proposeRequisites>> = {},
) =>
  app.post(proposeRequisites, {
    token: first,
    values,
    revision,
    reason: 'Новий банк',
    requestId: newId(),
    ...more,
  });
const decide = (token: string, changeId: string, decision: InputOf<typeof decideRequisites>['decision']) =>
  app.post(decideRequisites, { token, changeId, decision });
const publicCompany = async () => (await app.post(apiLink, { site: 'svitlo' })).body.company;
const stored = async () => (await app.post(getSupplier, { token: editor })).body.supplier;

const office = {
  name: 'Центр',
  address: 'м. Полтава, вул. Соборності, 1',
  hours: 'пн–пт 8:00–17:00',
  phones: ['0532 51 09 10'],
};
/** Valid check digits (ISO 7064). */
const otherIban = 'UA223052990000026001234567890';

test('contacts, offices and sources of energy are changed at once, seen by customers, and kept with before, after and reason', async () => {
  const before = await stored();
  const values = {
    phones: ['0 800 300 016'],
    offices: [office],
    fuelMix: [
      { name: 'атомна', percent: '55.4' },
      { name: 'теплова', percent: '44.6' },
    ],
    co2GramsPerKwh: null,
    email: before.email,
  };
  const cachedPhones = async () => (await cachedSupplier(app.billingDb))?.phones;
  expect(await cachedPhones()).toEqual(before.phones);
  const { httpStatus, body } = await change(values);
  expect(httpStatus).toBe(200);
  // The node that changes the supplier clears its cache.
  expect(await cachedPhones()).toEqual(values.phones);
  expect(body.changes[0]).toMatchObject({
    state: 'applied',
    before: { phones: before.phones, offices: [] },
    after: { phones: ['0 800 300 016'], offices: [office] },
    reason: 'Наказ 7',
    decided: null,
  });
  // What is as it was is no change.
  expect(body.changes[0]?.after).not.toHaveProperty('email');
  expect(await publicCompany()).toMatchObject({
    phone: ['0 800 300 016'],
    phonePlain: ['0800300016'],
    offices: [office],
    email: before.email,
  });
  const { rows } = await sql<{ action: string; before: object }>`
    select action, before from billing.audit_entry where account_number = ''`.execute(app.billingDb);
  expect(rows).toEqual([
    { action: 'supplier.changed', before: expect.objectContaining({ phones: before.phones }) },
  ]);
  expect(await change({ phones: ['0 800 300 016'] }, { revision: body.revision })).toMatchObject({
    body: { code: 'supplier.nothingChanged' },
  });
});

test('the second of two editors sees what the first has changed; other fields do not meet', async () => {
  expect((await change({ address: 'м. Полтава, вул. Нова, 2' })).httpStatus).toBe(200);
  expect(await change({ address: 'м. Полтава, вул. Стара, 3' })).toMatchObject({
    httpStatus: 409,
    body: {
      code: 'supplier.changedMeanwhile',
      details: { changes: [{ after: { address: 'м. Полтава, вул. Нова, 2' } }] },
    },
  });
  expect((await change({ shortName: 'Світло Плюс' })).httpStatus).toBe(200);
});

test.each<[string, object]>([
  ['values.phones.0', { phones: ['телефон'] }],
  ['values.phones', { phones: ['104', '104'] }],
  ['values.mainUrl', { mainUrl: 'http://svitlo.ua' }],
  ['values.fuelMix', { fuelMix: [{ name: 'атомна', percent: '55.4' }] }],
  ['values.phones.0', { phones: ['9999-12'] }],
  ['values.offices.0.name', { offices: [{ ...office, name: 'Це\u00adнтр' }] }],
])('a wrong value is refused at its field: %s', async (path, values) => {
  const { httpStatus, body } = await change(values);
  expect(httpStatus).toBe(400);
  expect(body).toMatchObject({ issues: [{ path }] });
});

test.each<[string, object]>([
  ['values.iban', { iban: 'UA223052990000026001234567891' }],
  ['values.edrpou', { edrpou: '12345679' }],
])('a code with wrong check digits is refused: %s', async (path, values) => {
  expect(await propose(values)).toMatchObject({ httpStatus: 400, body: { issues: [{ path }] } });
});

test('an account that payments go to changes only when another person confirms it', async () => {
  const { iban } = await stored();
  const bankName = 'АТ «Інший банк»';
  const { body } = await propose({ iban: 'ua22 3052 9900 0002 6001 2345 6789 0', bankName });
  const changeId = body.changes[0]?.changeId ?? '';
  expect(body.changes[0]).toMatchObject({ state: 'proposed', after: { iban: otherIban }, isOwn: true });
  expect((await stored()).iban).toBe(iban);
  const cachedIban = async () => (await cachedSupplier(app.billingDb))?.iban;
  expect(await cachedIban()).toBe(iban);
  expect((await propose({ name: 'ТОВ «Інше»' })).body.code).toBe('supplier.proposalWaits');
  const confirmBy = (token: string) => decide(token, changeId, { kind: 'confirm' });
  expect((await confirmBy(first)).body.code).toBe('decisions.ownProposal');
  const dependent = await signInDependent(app, first, ['billing']);
  expect((await confirmBy(dependent)).body.code).toBe('decisions.dependentPerson');
  expect((await confirmBy(editor)).httpStatus).toBe(403);
  const confirmed = await confirmBy(second);
  expect(confirmed.body).toMatchObject({
    supplier: { iban: otherIban, bankName },
    changes: [
      {
        ...{ state: 'confirmed', isOwn: false },
        decided: { reason: '', accountSince: expect.stringMatching(/^20/) },
      },
      ...body.changes.slice(1).map(() => ({})),
    ],
  });
  expect(await cachedIban()).toBe(otherIban);
  // Once more it is the same answer; the other decision comes too late.
  expect((await confirmBy(second)).body.revision).toBe(confirmed.body.revision);
  const late = await decide(second, changeId, { kind: 'withdraw', reason: 'Помилка' });
  expect(late.body.code).toBe('supplier.decided');
  const { rows } = await sql<{ action: string }>`
    select action from billing.audit_entry where account_number = '' and action <> 'supplier.changed' order by audit_id`.execute(
    app.billingDb,
  );
  expect(rows.map(({ action }) => action)).toEqual(['supplier.proposed', 'supplier.confirmed']);
});

test('a proposal is withdrawn by its author; one that the database has overtaken is not confirmed', async () => {
  const { body } = await propose({ bankName: 'АТ «Третій»' });
  const changeId = body.changes[0]?.changeId ?? '';
  const withdrawn = (await decide(first, changeId, { kind: 'withdraw', reason: 'Помилка' })).body;
  expect(withdrawn.changes[0]).toMatchObject({ state: 'withdrawn', decided: { reason: 'Помилка' } });
  const again = (await propose({ bankName: 'АТ «Четвертий»' })).body.changes[0]?.changeId ?? '';
  await sql`update billing.supplier set bank_name = 'АТ «Не той»'`.execute(app.billingDb);
  const overtaken = await decide(second, again, { kind: 'confirm' });
  expect(overtaken.body.code).toBe('supplier.changedMeanwhile');
  await decide(second, again, { kind: 'withdraw', reason: 'Помилка' });
  expect(await decide(second, newId(), { kind: 'confirm' })).toMatchObject({ httpStatus: 404 });
});

test('the database keeps the history: nothing is edited or removed, and no author confirms an own proposal', async () => {
  const id = (await propose({ name: 'ТОВ «Четверте»' })).body.changes[0]?.changeId ?? '';
  for (const statement of [
    sql`update billing.supplier_change set reason = 'інша'`,
    sql`delete from billing.supplier_change`,
    sql`truncate billing.supplier_change`,
    sql`update billing.supplier_change set state = 'confirmed', decided_number = 900, decided_at = now(),
      decided_by_id = author_id, decided_by_name = '', decided_reason = '' where change_id = ${id}::uuid`,
  ])
    await expect(statement.execute(app.billingDb)).rejects.toThrow();
});
