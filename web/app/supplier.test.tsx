import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { addLogo, getBrand, saveBrand } from '#contract/supplier/brand.ts';
import {
  changeSupplier,
  decideRequisites,
  getSupplier,
  proposeRequisites,
} from '#contract/supplier/manage-supplier.ts';
import type { SupplierChange, SupplierField } from '#contract/values/supplier.ts';
import type { ManagedSupplier } from '#web/features/supplier/manage/api.ts';
import {
  groups,
  readValue,
  showValue,
  supplierField,
} from '#web/features/supplier/manage/supplier-fields.tsx';
import { text } from '#web/features/supplier/manage/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { supplierFixture } from '#web/testing/fixtures/supplier-fixture.ts';
import { expectAlert, openAsAdmin, press, type signInAsAdmin, submitForm } from '#web/testing/render.tsx';

const managed: ManagedSupplier = { ...success, revision: 4, supplier: supplierFixture, changes: [] };
const otherIban = 'UA223052990000026001234567890';
const proposed: SupplierChange = {
  changeId: '01a21bb0-5fec-7377-b362-f0ea79098739',
  state: 'proposed',
  before: { iban: supplierFixture.iban },
  after: { iban: otherIban },
  reason: 'Новий банк',
  author: 'Коваль Марія',
  savedAt: '2026-11-20T08:00:00.000Z',
  decided: null,
  isOwn: false,
};
const changed: SupplierChange = {
  ...proposed,
  changeId: '01a21bb0-5fec-7377-b362-f0ea79098740',
  state: 'applied',
  before: { address: 'стара' },
  after: { address: 'вул. Нова, 5' },
};

async function openSupplier(
  reply: Partial<ManagedSupplier> = {},
  ...roles: Parameters<typeof signInAsAdmin>
) {
  answer(getSupplier, () => ({ ...managed, ...reply }));
  const user = await openAsAdmin('/cabinet/admin/management/supplier', ...roles);
  await screen.findByText(text.history);
  return user;
}

const openGroup = (user: Awaited<ReturnType<typeof openSupplier>>, group: keyof typeof groups) => {
  const words = group === 'requisites' ? text.propose : text.change;
  return press(user, formatText(text.changeOf, { words, group: text.groups[group] }));
};

test('each field stands in one group, and what stands in its input is read as the same value', () => {
  const grouped = Object.values(groups).flat() as SupplierField[];
  expect(grouped.toSorted()).toEqual(Object.keys(supplierFixture).toSorted());
  for (const field of grouped) {
    if (field === 'offices') continue;
    const empty = { error: undefined, defaultValue: undefined, required: true } as const;
    const control = { id: field, name: field, ...empty };
    const shown = supplierField(field, supplierFixture).show(control) as { props: { defaultValue: string } };
    expect([field, readValue(field, shown.props.defaultValue)]).toEqual([field, supplierFixture[field]]);
  }
  expect(showValue('iban', supplierFixture)).toEqual(['UA11 3052 9900 0002 6038 0001 2345 6']);
});

test.each<[Exclude<SupplierField, 'offices'>, string]>([
  ['iban', 'UA113052990000026038000123457'],
  ['edrpou', '41234568'],
  ['phones', ''],
  ['phones', '104\n104'],
  ['emergencyPhones', 'дзвоніть'],
  ['mainUrl', 'http://svitlo.ua'],
  ['fuelMix', 'атомна = 55,4'],
  ['fuelMix', 'атомна 100'],
  ['fuelMixYear', '26'],
  ['co2GramsPerKwh', '26,8'],
])('%s can not be "%s"', (field, typed) => expect(readValue(field, typed)).toBeUndefined());

test('only what was changed is sent, with the revision that was seen; a refused value is shown at its field', async () => {
  const user = await openSupplier();
  await openGroup(user, 'contacts');
  await submitForm(user, { phones: '0 800 300 016\n104', reason: '' });
  await expectAlert(text.wanted.reason);
  const wrong = { path: 'values.phones.1', code: 'field.invalid', message: formatMessage('field.invalid') };
  answer(changeSupplier, () => ({ ...failure('common.badRequest'), issues: [wrong] }));
  await submitForm(user, { reason: 'Наказ 7' });
  await screen.findByRole('link', { name: new RegExp(`^${text.fields.phones}`) });
  answer(changeSupplier, () => ({ ...managed, revision: 5, changes: [changed] }));
  await submitForm(user, { phones: '0 800 300 016' });
  await screen.findByText(formatText(text.becomes, { before: 'стара', after: 'вул. Нова, 5' }));
  const values = { phones: ['0 800 300 016'] };
  expect(payloadsOf(changeSupplier).at(-1)).toMatchObject({ values, revision: 4, reason: 'Наказ 7' });
  expect(Object.keys(payloadsOf(changeSupplier).at(-1)?.values ?? {})).toEqual(['phones']);
});

test('the second of two editors sees what the first has changed, and the own text stays', async () => {
  const user = await openSupplier();
  await openGroup(user, 'contacts');
  answer(changeSupplier, () => failure('supplier.changedMeanwhile', {}, { changes: [changed] }));
  await submitForm(user, { address: 'вул. Моя, 6', reason: 'Наказ 7' });
  await screen.findByText(text.conflictTitle);
  screen.getByText(formatText(text.becomes, { before: 'стара', after: 'вул. Нова, 5' }));
  screen.getByText(formatMessage('supplier.changedMeanwhile'));
  expect(screen.getByLabelText(text.fields.address)).toHaveProperty('value', 'вул. Моя, 6');
});

test('an office is added and another removed', async () => {
  const office = { name: 'Центр', address: 'вул. Соборна, 1', hours: 'пн–пт', phones: [] };
  const user = await openSupplier({ supplier: { ...supplierFixture, offices: [office] } });
  answer(changeSupplier, () => managed);
  await openGroup(user, 'offices');
  await press(user, text.office.add);
  await press(user, formatText(text.office.remove, { n: 1 }));
  await submitForm(user, { 'office-1-name': 'Північ', 'office-1-address': '', reason: 'Наказ 8' });
  await screen.findByRole('link', { name: new RegExp(`^${text.office.address}`) });
  const typed = { 'office-1-hours': 'щодня 9–18', 'office-1-phones': '0352 51 09 10' };
  await submitForm(user, { 'office-1-address': 'вул. Лісова, 2', ...typed });
  await screen.findByText(text.office.none);
  expect(payloadsOf(changeSupplier).at(-1)?.values).toEqual({
    offices: [{ name: 'Північ', address: 'вул. Лісова, 2', hours: 'щодня 9–18', phones: ['0352 51 09 10'] }],
  });
});

test('an account is proposed, checked by its digits; the author withdraws it and may not confirm', async () => {
  const user = await openSupplier({}, ['billing']);
  await openGroup(user, 'requisites');
  await submitForm(user, { iban: 'UA223052990000026001234567891', reason: 'Новий банк' });
  await expectAlert(text.wanted.iban);
  answer(proposeRequisites, () => ({ ...managed, revision: 5, changes: [{ ...proposed, isOwn: true }] }));
  await submitForm(user, { iban: 'UA22 3052 9900 0002 6001 2345 6789 0' });
  await screen.findByText(text.waitsOwn);
  expect(payloadsOf(proposeRequisites)).toMatchObject([{ values: { iban: otherIban } }]);
  expect(screen.queryByRole('button', { name: text.confirm })).toBeNull();
  answer(decideRequisites, () => ({ ...managed, changes: [{ ...proposed, state: 'withdrawn' as const }] }));
  await press(user, text.withdraw);
  await submitForm(user, { reason: 'Помилка' });
  await screen.findByText(text.states.withdrawn);
  expect(payloadsOf(decideRequisites)).toMatchObject([
    { changeId: proposed.changeId, decision: { kind: 'withdraw', reason: 'Помилка' } },
  ]);
});

test('another person confirms it; a refusal says why', async () => {
  const user = await openSupplier({ changes: [proposed] }, ['owner']);
  answer(decideRequisites, () => failure('decisions.ownProposal'));
  await press(user, text.confirm);
  await screen.findByText(formatMessage('decisions.ownProposal'));
  answer(decideRequisites, () => ({ ...managed, supplier: { ...supplierFixture, iban: otherIban } }));
  await press(user, text.confirm);
  await screen.findByText('UA22 3052 9900 0002 6001 2345 6789 0');
});

test('who may change nothing reads all of it', async () => {
  await openSupplier({ changes: [proposed] }, ['operator']);
  const notice = screen.getByText(text.waits).closest('div') as HTMLElement;
  expect(within(notice).queryAllByRole('button')).toEqual([]);
  expect(screen.queryAllByRole('button', { name: new RegExp(`^(${text.change}|${text.propose})`) })).toEqual(
    [],
  );
});

const accent = { light: '#7a1f5c', dark: '#f2a7d8' };
const logo = { hash: 'a'.repeat(64), url: `/brand/${'a'.repeat(64)}.png`, width: 480, height: 160 };
const look = { accent, logo: null, reason: 'Новий вигляд', by: 'Коваль', at: '2026-11-20T08:00:00.000Z' };

async function openBrand(reply: Partial<Parameters<typeof brandAnswer>[0]> = {}) {
  answer(getBrand, () => brandAnswer(reply));
  const user = await openSupplier();
  const name = formatText(text.changeOf, { words: text.change, group: text.brand.heading });
  await press(user, name);
  return user;
}

const brandAnswer = (more: object) => ({ ...success, revision: 3, brand: null, history: [], ...more });

test('an accent with too little contrast says on what, and which shade passes; then it is saved', async () => {
  const user = await openBrand();
  await submitForm(user, { light: '#ffc53d', dark: '', reason: 'Новий вигляд' });
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain(text.brand.grounds.notice);
  const [, nearest = ''] = /підходить: (#[0-9a-f]{6})/.exec(summary.textContent ?? '') ?? [];
  expect(summary.textContent).toContain(text.brand.bothWanted);
  const brand = { ...look, accent: { light: nearest, dark: accent.dark } };
  answer(saveBrand, () => brandAnswer({ revision: 4, brand }));
  await submitForm(user, { light: nearest, dark: accent.dark.toUpperCase() });
  await screen.findByText(nearest);
  expect(payloadsOf(saveBrand)).toMatchObject([
    { accent: { light: nearest, dark: accent.dark }, logo: null, revision: 3, reason: 'Новий вигляд' },
  ]);
});

test('a logo is taken, or refused with its reason; the second editor sees what holds now', async () => {
  const user = await openBrand();
  answer(addLogo, () => failure('supplier.logoRefused', { n: 2 }));
  const input = document.getElementById('logo') as HTMLInputElement;
  await user.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }));
  await screen.findByText(formatMessage('supplier.logoRefused', { n: 2 }));
  answer(addLogo, () => ({ ...success, logo }));
  await user.upload(input, new File(['y'], 'logo.png', { type: 'image/png' }));
  await screen.findByRole('img', { name: text.brand.logoAlt });
  answer(saveBrand, () => failure('management.changedMeanwhile'));
  answer(getBrand, () => brandAnswer({ revision: 4, brand: look }));
  await submitForm(user, { reason: 'Логотип' });
  await within(screen.getByRole('dialog')).findByText(accent.light);
  answer(saveBrand, () => brandAnswer({ revision: 5, brand: { ...look, logo } }));
  await submitForm(user, { reason: 'Логотип' });
  await screen.findByRole('img', { name: text.brand.logoAlt });
  expect(payloadsOf(saveBrand).map(({ revision }) => revision)).toEqual([3, 4]);
});
