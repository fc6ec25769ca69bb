import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { changeMasterData, listMasterData } from '#contract/master-data.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { text } from '#web/features/master-data/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { masterDataFixture, masterMeterFixture } from '#web/testing/fixtures/master-data-fixture.ts';
import { expectAlert, openAsAdmin, press } from '#web/testing/render.tsx';

const { holderChange: words } = text;
const account = '2390001111';
const opened = '2390009100';
const [, ...removed] = masterDataFixture.meters;
const lastValues = [
  { zone: 'day' as const, value: 12_425, on: '2026-11-01' },
  { zone: 'night' as const, value: 4140, on: '2026-11-01' },
];
const channels = [{ channel: 'reactiveImport' as const, value: 880, on: '2026-11-01' }];
const meters = [{ ...masterMeterFixture, lastValues, channels }, ...removed];
const facts = { ...masterDataFixture, closedUpTo: '2026-10', meters };
const recorded: OutputOf<typeof changeMasterData> = {
  ...success,
  isRecorded: true,
  recalculatedFrom: null,
  closing: {
    newAccount: opened,
    newHolder: 'Франко Ольга',
    balance: '432.00',
    days: { period: '2026-11', to: '2026-11-15', energyKwh: 50, charged: '216.00', isBilledNow: true },
  },
};

async function openForm(of = facts) {
  answer(listMasterData, () => of);
  const path = `/cabinet/admin/management/master-data?account=${account}&change=holder`;
  const user = await openAsAdmin(path, ['billing']);
  await screen.findByRole('combobox', { name: text.kind });
  return user;
}

const field = (label: string) => screen.findByLabelText(label);
const closing = (zone: 'day' | 'night') =>
  formatText(words.closing, { serial: 'NIK7', zone: text.zones[zone] });
const { reactiveImport: channel } = text.channels;
const closingChannel = formatText(words.closingChannel, { serial: 'NIK7', channel });

async function fill(user: UserEvent, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) {
    const input = await field(label);
    await user.clear(input);
    await user.type(input, value);
  }
}

async function fillUpToCustomer(user: UserEvent) {
  const values = { [closing('day')]: '12450', [closing('night')]: '4150', [closingChannel]: '901' };
  await fill(user, { [words.day]: '2026-11-16', ...values });
  await press(user, words.next);
  const contract = { [words.contractNumber]: 'N2', [words.contractDate]: '2026-11-14' };
  const eic = { [words.consumerEic]: '62X003485000012Y' };
  await fill(user, { [words.newAccount]: '2390 009100', ...contract, ...eic });
  await press(user, words.next);
}

async function fillAll(user: UserEvent) {
  await fillUpToCustomer(user);
  await fill(user, { [words.customerCode]: 'C2' });
  await press(user, words.next);
}

const change = {
  kind: 'holder',
  newAccount: opened,
  contractNumber: 'N2',
  contractDate: '2026-11-14',
  consumerEic: '62X003485000012Y',
  customerCode: 'C2',
  closingValues: { NIK7: { day: 12_450, night: 4150, reactiveImport: 901 } },
};

test('a known customer: the summary says whose the debt stays before anything is recorded', async () => {
  answer(changeMasterData, () => recorded);
  const user = await openForm();
  const hint = formatText(words.lastValue, { value: '12 425', day: '01.11.2026' });
  screen.getByText((shown) => shown.replaceAll(/\s/g, ' ') === hint);
  await fillAll(user);
  await screen.findByText(formatText(words.former, { name: facts.holder.name, account }));
  const shown = (screen.getByRole('main').textContent ?? '').replaceAll('\u00a0', ' ');
  expect(shown).toContain('Його борг зараз 432,00 грн: він лишається за попереднім споживачем.');
  expect(shown).toContain(
    'За дні до 15.11.2026: 50 кВт·год, 216,00 грн. Підсумковий рахунок за них буде одразу після запису.',
  );
  expect(shown).toContain(formatText(words.begins, { name: 'Франко Ольга', account: opened }));
  const trial = { account, effectiveOn: '2026-11-16', dryRun: true, change };
  expect(payloadsOf(changeMasterData)).toMatchObject([trial]);
  answer(listMasterData, () => ({ ...facts, contractEndedOn: '2026-11-15' }));
  await press(user, words.record);
  const toNew = await screen.findByRole('link', { name: formatText(words.toNew, { account: opened }) });
  expect(toNew.getAttribute('href')).toContain(`/accounts/${opened}`);
  screen.getByRole('link', { name: formatText(words.toFormer, { account }) });
  expect(document.activeElement?.textContent).toContain(formatText(words.done, { account: opened }));
  expect(screen.queryByText(text.recorded)).toBeNull();
  expect(payloadsOf(changeMasterData)[1]).toMatchObject({ dryRun: false, change });
});

test('a price that is not known yet: the bill is promised for the closing of the month', async () => {
  const { closing: left } = recorded;
  const days = left?.days && { ...left.days, isBilledNow: false };
  answer(changeMasterData, () => ({ ...recorded, closing: left && { ...left, days: days ?? null } }));
  const user = await openForm();
  await fillAll(user);
  await screen.findByText(formatText(words.former, { name: facts.holder.name, account }));
  const shown = (screen.getByRole('main').textContent ?? '').replaceAll('\u00a0', ' ');
  expect(shown).toContain('попередньо 216,00 грн. Підсумковий рахунок буде після закриття місяця');
  expect(shown).not.toContain('одразу після запису');
});

test('a new customer has a step of names; an overpayment is named as one', async () => {
  answer(changeMasterData, () => ({
    ...recorded,
    closing: { newAccount: opened, newHolder: 'Франко Ольга', balance: '-10.50', days: null },
  }));
  const user = await openForm();
  await fillUpToCustomer(user);
  await user.selectOptions(await field(words.who), words.isNew);
  await fill(user, { [words.customerCode]: 'C2' });
  await press(user, words.next);
  await fill(user, { [text.surname]: 'Франко', [text.name]: 'Ольга' });
  await press(user, words.back);
  expect(await field(words.who)).toHaveProperty('value', 'yes');
  expect(await field(words.customerCode)).toHaveProperty('value', 'C2');
  await press(user, words.next);
  expect(await field(text.surname)).toHaveProperty('value', 'Франко');
  await press(user, words.next);
  const shown = (await screen.findByText(/переплата зараз/)).textContent?.replaceAll('\u00a0', ' ');
  expect(shown).toBe(formatText(words.overpaid, { sum: '10,50 грн' }));
  screen.getByText(words.daysLater);
  expect(document.activeElement?.textContent).toContain(words.daysLater);
  expect(payloadsOf(changeMasterData)).toMatchObject([
    { change: { ...change, customer: { surname: 'Франко', name: 'Ольга' } } },
  ]);
});

test('what is empty stays at its step; a refusal of the server leads back to the step of its field', async () => {
  const user = await openForm();
  await press(user, words.next);
  expect(within(await screen.findByRole('alert')).getAllByText(text.required)).toHaveLength(4);
  const params = { value: '12500 (15.11.2026)' };
  answer(changeMasterData, () => failure('changes.valueTooLow', params, { column: 'closing_values' }));
  await fillAll(user);
  const refused = await field(closing('day'));
  expect(refused.getAttribute('aria-invalid')).toBe('true');
  expect((refused as HTMLInputElement).value).toBe('12450');
  await expectAlert(formatMessage('changes.valueTooLow', params));
});

test.each([
  ['changes.accountTaken', 'new_account', words.newAccount],
  ['changes.otherCustomer', 'customer_code', words.customerCode],
  ['changes.laterChange', 'effective_on', words.day],
  ['changes.contractLater', 'contract_date', words.contractDate],
] as const)('%s stands at %s', async (code, column, label) => {
  answer(changeMasterData, () => failure(code, { value: 'x' }, { column }));
  const user = await openForm();
  await fillAll(user);
  await screen.findByRole('alert');
  expect((await field(label)).getAttribute('aria-invalid')).toBe('true');
});

test('an account whose contract has ended has no form', async () => {
  await openForm({ ...facts, contractEndedOn: '2026-11-15' });
  screen.getByText(formatText(words.ended, { day: '15.11.2026' }));
  expect(screen.queryByLabelText(words.day)).toBeNull();
});
