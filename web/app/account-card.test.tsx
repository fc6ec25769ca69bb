import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  accountBillPdf,
  listAccountActs,
  listAccountBills,
  listAccountCabinets,
  listAccountConversations,
  listAccountReadings,
} from '#contract/accounts/account-card.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { correctLedger, listLedger } from '#contract/ledger.ts';
import { listMasterData } from '#contract/master-data.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { text } from '#web/features/customers/text.ts';
import { text as viewing } from '#web/features/identity/viewing/text.ts';
import { text as masterData } from '#web/features/master-data/text.ts';
import { text as payments } from '#web/features/payments/admin/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { actFixture } from '#web/testing/fixtures/act-fixture.ts';
import { masterDataFixture } from '#web/testing/fixtures/master-data-fixture.ts';
import { openAsAdmin, press, submitForm } from '#web/testing/render.tsx';

const { account: words } = text;
/** As texts are found: a space that does not break is any space. */
const plain = (shown: string) => shown.replaceAll('\u00a0', ' ');
const account = '2390001111';
const facts: OutputOf<typeof listMasterData> = {
  ...masterDataFixture,
  holder: { customerCode: 'C1', name: 'ТОВ «Промінь»', customerType: 'entity' },
  address: 'м. Київ, вул. Садова, 1',
  points: [{ eicCode: '62Z0000000000001', pointState: 'disabled', contractedPowerWatts: 5000 }],
  responsibles: [{ name: 'Бойко Іван', phone: '+380501110009', role: 'Електрик', until: null, ofFile: null }],
};

async function openCard({ part = '', roles = ['owner'] as AdminRole[], of = facts } = {}) {
  answer(listMasterData, () => of);
  return openAsAdmin(`/cabinet/admin/management/accounts/${account}${part && `?part=${part}`}`, roles);
}
const main = () => screen.getByRole('main').textContent;
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: text.parts })).queryByRole('link', { name });

test('the facts show address, unusual points and meters with their zones; an operator takes no entry back', async () => {
  answer(listLedger, () => ({ ...success, entries: [charged], balance: '432.50', next: null }));
  await openCard({ roles: ['operator'] });
  await screen.findByText(facts.holder.name);
  for (const shown of [
    facts.address,
    words.pointStates.disabled,
    `NIK7, ${words.schemes.two}`,
    formatText(words.removed, { serial: 'NIK6', day: '10.01.2025' }),
  ])
    expect(main()).toContain(shown);
  await screen.findByText(words.ledger.kinds.charge);
  expect(reverseButton()).toBeNull();
});

test('of many points and meters the first are shown, and the others are folded', async () => {
  const eics = Array.from({ length: 30 }, (_, index) => `62Z00000000000${index + 10}`);
  const [point] = facts.points;
  if (!point) throw new Error('no point');
  await openCard({ of: { ...facts, points: eics.map((eicCode) => ({ ...point, eicCode })) } });
  await screen.findByText(facts.holder.name);
  const [first = '', ...others] = eics;
  const folded = screen.getByText(formatText(words.moreLines, { n: 26 })).closest('details');
  expect(folded?.textContent).toContain(others.at(-1));
  expect(folded?.textContent).not.toContain(first);
  expect(main()).toContain(first);
});

test('a section is asked for when it is opened; bills have sum, state and a file each', async () => {
  const bill = { number: '2390001111-102026', issuedOn: '2026-11-03', sum: '432.00', isEstimated: false };
  answer(
    listAccountBills,
    (): OutputOf<typeof listAccountBills> => ({
      ...success,
      bills: [
        { ...bill, period: '2026-10', kind: 'bill', dueOn: '2026-11-20', open: '400.00', state: 'overdue' },
        {
          ...bill,
          period: '2026-09',
          kind: 'operatorInvoice',
          dueOn: '2026-10-20',
          open: '0.00',
          state: 'paid',
          isEstimated: true,
        },
      ],
      next: null,
    }),
  );
  const user = await openCard();
  await screen.findByText(facts.holder.name);
  expect(payloadsOf(listAccountBills)).toEqual([]);
  await user.click(tab(words.part.bills) ?? document.body);
  await screen.findByText('жовтень 2026');
  expect(payloadsOf(listAccountBills)).toMatchObject([{ account }]);
  const overdue = formatText(words.bills.states.overdue, { open: '400,00\u00a0грн', day: '20.11.2026' });
  for (const shown of [overdue, words.bills.states.paid, words.bills.estimated, '432,00'])
    expect(main()).toContain(shown);
  answer(accountBillPdf, () => failure('billing.noCharges'));
  const { operatorInvoice: kind } = words.bills.kinds;
  const named = formatText(words.bills.fileOf, { kind, number: bill.number });
  const group = screen.getByRole('group', { name: named });
  await user.click(within(group).getByRole('button', { name: words.bills.pdf }));
  const asked = { account, period: '2026-09', kind: 'operatorInvoice' };
  await waitFor(() => expect(payloadsOf(accountBillPdf)).toMatchObject([asked]));
});

test('a reading shows meter, zones, consumption, who gave it, and why it was rejected', async () => {
  answer(
    listAccountReadings,
    (): OutputOf<typeof listAccountReadings> => ({
      ...success,
      readings: [
        {
          effectiveDate: '2026-11-01',
          period: '2026-10',
          meterSerial: 'NIK7',
          submittedAt: '2026-10-31T10:00:00.000Z',
          source: 'customer',
          state: 'rejected',
          receiptNumber: '100001',
          hasPhoto: true,
          registers: [
            { zone: 'day', value: 12425 },
            { zone: 'night', value: 4140 },
          ],
          kwh: 120,
          reason: 'Цифри не з цього лічильника',
        },
      ],
      next: null,
    }),
  );
  await openCard({ part: 'readings' });
  const row = (await screen.findByText('Цифри не з цього лічильника')).closest('tr')?.textContent;
  for (const shown of [
    'NIK7',
    `${words.readings.zones.day} 12425`,
    `${words.readings.zones.night} 4140`,
    '120',
    `${words.readings.sources.customer}, 31.10.2026 12:00`,
    words.readings.photo,
    words.readings.states.rejected,
  ])
    expect(row).toContain(shown);
});

test('acts show their sums, state and the debt for them', async () => {
  answer(listAccountActs, () => ({
    ...success,
    acts: [
      {
        ...actFixture,
        actNumber: '46/1',
        drawnOn: '2026-11-14',
        state: 'overdue' as const,
        clause: 'Пошкоджено пломбу',
        sum: '128.40',
        owed: '100.00',
        unpaid: '100.00',
        dueOn: '2026-11-18',
      },
    ],
    owed: '100.00',
  }));
  await openCard({ part: 'acts' });
  const row = (await screen.findByText('Пошкоджено пломбу')).closest('tr')?.textContent;
  for (const shown of ['№ 46/1, 14.11.2026', '128,40', '100,00', 'до 18.11.2026', words.acts.states.overdue])
    expect(row).toContain(shown);
});

test('cabinets lead to their customers; operators see as them, billing does not', async () => {
  const cabinet = {
    id: '0199f000-0000-7000-8000-0000000000c1',
    type: 'person' as const,
    name: '',
    phone: '+380501110001',
    isBlocked: true,
    addedAt: '2026-01-10T08:00:00.000Z',
  };
  answer(listAccountCabinets, () => ({ ...success, cabinets: [cabinet] }));
  await openCard({ part: 'cabinets', roles: ['operator'] });
  const link = await screen.findByRole('link', { name: words.cabinets.unnamed });
  expect(link.getAttribute('href')).toBe(`/cabinet/admin/management/customers/${cabinet.id}`);
  expect(main()).toContain(words.cabinets.blocked);
  screen.getByRole('button', { name: viewing.start });
  expect(screen.queryByRole('button', { name: payments.correctTitle })).toBeNull();
});

test('billing has no conversations and no way to see as the customer, but corrects the debt of this account', async () => {
  const entry = { entryId: 'e1', period: '2026-10', kind: 'charge' as const, sum: '10.00', reason: null };
  const posted = { postedAt: '2026-11-03T10:00:00Z', reverses: null, isReversed: false, canReverse: false };
  const entries = [{ ...entry, ...posted }];
  answer(listLedger, () => ({ ...success, entries, balance: '10.00', next: null }));
  answer(listAccountCabinets, () => ({ ...success, cabinets: [] }));
  const user = await openCard({ part: 'conversations', roles: ['billing'] });
  await screen.findByText(words.ledger.kinds.charge);
  expect(tab(words.part.conversations)).toBeNull();
  expect(payloadsOf(listAccountConversations)).toEqual([]);
  await press(user, payments.correctTitle);
  const dialog = await screen.findByRole('dialog', { name: payments.correctTitle });
  expect(within(dialog).getByLabelText<HTMLInputElement>(payments.account).value).toBe(account);
  answer(correctLedger, () => ({ ...success, outcome: 'booked' as const, entry: null, balance: '5.00' }));
  answer(listLedger, () => ({ ...success, entries: [{ ...entry, ...posted }], balance: '5.00', next: null }));
  await user.type(within(dialog).getByLabelText(payments.sum), '5');
  await user.type(within(dialog).getByLabelText(payments.reason), 'За скаргою');
  await user.click(within(dialog).getByRole('button', { name: payments.correct }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: payments.correctTitle })).toBeNull());
  expect(payloadsOf(correctLedger)).toMatchObject([
    { account, what: { kind: 'add', sum: '-5.00' }, reason: 'За скаргою' },
  ]);
  await waitFor(() => expect(main()).toContain('5,00'));
});

const charged = {
  ...{ entryId: '0199f000-0000-7000-8000-0000000000e1', kind: 'charge' as const, sum: '432.50' },
  ...{ period: '2026-10', postedAt: '2026-11-03T10:00:00.000Z', reason: null },
  ...{ reverses: null, isReversed: false, canReverse: true },
};
const paidEntry = {
  ...{ ...charged, entryId: '0199f000-0000-7000-8000-0000000000e2', kind: 'payment' as const },
  ...{ sum: '-432.50', canReverse: false },
};
const ofEntry = { what: words.ledger.kinds.charge, period: 'жовтень 2026', sum: '432,50 грн' };
const reversalName = plain(formatText(words.ledger.reverseOf, ofEntry));
const reverseButton = () => screen.queryByRole('button', { name: (name) => plain(name) === reversalName });

test('billing asks to take an entry back with a reason; sent again it is the same request, and may wait for another person', async () => {
  answer(listLedger, () => ({ ...success, entries: [paidEntry, charged], balance: '0.00', next: null }));
  const user = await openCard({ roles: ['billing'] });
  await screen.findByText(words.ledger.kinds.charge);
  // Money is taken back by its payment.
  expect(screen.getAllByRole('button', { name: /^Сторнувати/ })).toHaveLength(1);
  await user.click(reverseButton() ?? document.body);
  const dialog = within(await screen.findByRole('dialog', { name: words.ledger.reverseTitle }));
  const lead = formatText(words.ledger.reverseLess, ofEntry);
  dialog.getByText((shown) => plain(shown) === lead);
  await submitForm(user, { reason: 'ні' });
  await dialog.findByRole('link', { name: text.wanted.reason });
  expect(payloadsOf(correctLedger)).toEqual([]);
  answer(correctLedger, () => failure('ledger.notReversible'));
  await submitForm(user, { reason: 'Нараховано двічі' });
  await dialog.findByText(formatMessage('ledger.notReversible'));
  answer(correctLedger, () => ({ ...success, outcome: 'waiting' as const, entry: null, balance: '432.50' }));
  await submitForm(user, { reason: 'Нараховано двічі' });
  await screen.findByText(words.ledger.reverseWaits);
  const what = { kind: 'reverse', entryId: charged.entryId };
  expect(payloadsOf(correctLedger)).toMatchObject([
    { account, what, reason: 'Нараховано двічі' },
    { account, what, reason: 'Нараховано двічі' },
  ]);
  expect(new Set(payloadsOf(correctLedger).map(({ requestId }) => requestId)).size).toBe(1);
});

test('responsible persons stand at accounts of legal entities, changed by billing alone', async () => {
  await openCard({ part: 'responsibles', roles: ['operator'] });
  await screen.findByText('Бойко Іван');
  expect(screen.queryByRole('button', { name: masterData.responsibles.add })).toBeNull();
  expect(tab(masterData.responsibles.title)?.getAttribute('aria-current')).toBe('page');
});

test('a household has no section of responsible persons, unless somebody is known', async () => {
  const holder = { ...facts.holder, customerType: 'person' as const };
  await openCard({ of: { ...facts, holder, responsibles: [] } });
  await screen.findByText(facts.holder.name);
  expect(tab(masterData.responsibles.title)).toBeNull();
});
