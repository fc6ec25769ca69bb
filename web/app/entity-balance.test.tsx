import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseEntityAccount } from '#contract/accounts/entity-accounts.ts';
import { entityBalance, personBalance } from '#contract/balance.ts';
import { getPaymentReminder } from '#contract/payments/payment-reminders.ts';
import { listPayments, paymentOptions, paymentState, startPayment } from '#contract/payments/payments.ts';
import type { EntityBalanceData } from '#contract/values/entity-balance.ts';
import { text } from '#web/features/balance/entity/text.ts';
import { text as remindText } from '#web/features/payments/remind-text.ts';
import { text as payText } from '#web/features/payments/text.ts';
import { showMoney } from '#web/lib/format.ts';
import { changeAreas, currentSession } from '#web/session/session-store.ts';
import { answer, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { paymentFixture, paymentOptionsFixture } from '#web/testing/fixtures/payment-fixture.ts';
import { balanceFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { emptyEntityBalance } from '#web/testing/page-parts.ts';
import { openPage, press, signInAsEntityOfTwo } from '#web/testing/render.tsx';

const path = '/cabinet/entity/bills/balance';
const today = '2026-11-20';
const owed = {
  ...emptyEntityBalance,
  on: today,
  energy: { debt: '385326.41', overpaid: '0.00', inTransit: '100.00' },
  reactive: { debt: '17233.98', overpaid: '0.00', payee: 'АТ «Мережі»' },
  acts: '500.00',
  advances: {
    period: '2026-11',
    parts: [
      { partNumber: 1, dueOn: '2026-11-05', sum: '90000.00' },
      { partNumber: 2, dueOn: '2026-11-25', sum: '90000.00' },
    ],
    planned: '180000.00',
    volume: null,
    paid: '90000.00',
  },
  late: [
    {
      period: '2026-09',
      invoiceNumber: '77',
      dueOn: '2026-10-20',
      debt: '1000.00',
      days: 31,
      threePercent: '2.55',
      inflation: '7.00',
      penalty: '26.33',
    },
  ],
  lateTotals: { threePercent: '2.55', inflation: '7.00', penalty: '26.33' },
};
const personDebt = { ...balanceFixture, debet: '385326.41', inTransit: '100.00' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${today}T10:00:00Z`), toFake: ['Date'] });
  signInAsEntityOfTwo();
  leaveOtherCallsPending();
});

const open = (balance: EntityBalanceData, query = '') => {
  answer(entityBalance, () => ({ ...success, balance }));
  return openPage(path + query);
};
const table = async (name: string) => within(await screen.findByRole('table', { name }));

test('the section begins with each kind of debt apart, the planned payments that are paid, and what lateness would cost', async () => {
  answer(entityBalance, () => ({ ...success, balance: owed }));
  await openPage('/cabinet/entity/bills');
  const kinds = await table(text.kinds);
  expect(kinds.getAllByRole('row').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    [text.kind, text.payee, text.debt].join(''),
    `${text.energy}${text.supplier}385 326,41 грн`,
    `${text.reactive}АТ «Мережі»17 233,98 грн`,
    `${text.acts}${text.supplier}500,00 грн`,
  ]);
  screen.getByText(text.reactiveNote);
  const planned = await table('Планові платежі за листопад\u00a02026');
  const rows = planned.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
    text.states.paid,
    text.states.ahead,
  ]);
  const late = await table(text.late);
  const cells = late.getAllByRole('row').at(-1)?.textContent;
  expect(cells).toBe(`${text.total}2,557,0026,33`);
  screen.getByText(text.lateNote);
});

test('without reactive energy and planned payments there is nothing of them', async () => {
  await open({ ...owed, reactive: null, advances: null });
  await table(text.kinds);
  expect(screen.queryByText(text.reactive)).toBeNull();
  expect(screen.queryByText(text.reactiveNote)).toBeNull();
  expect(screen.queryByText(/Планові платежі/)).toBeNull();
});

test.each([
  [null, 'За сумою, нарахованою за жовтень 2026.'],
  [{ declaredKwh: 4580, undeclaredKwh: 0 }, 'За заявленим обсягом 4 580 кВт·год і цінами за жовтень 2026.'],
])('planned payments of %j name what they are of', async (volume, words) => {
  await open({ ...owed, advances: { ...owed.advances, volume } });
  await screen.findByText(new RegExp(words));
});

test('the debt of another day is not paid, and its day is asked for; the button of today leads back', async () => {
  const user = await open({ ...owed, on: '2026-10-31' }, '?on=2026-10-31');
  await screen.findByText('Борг за електроенергію на 31.10.2026');
  expect(payloadsOf(entityBalance).at(-1)).toMatchObject({ account: '1000000002', on: '2026-10-31' });
  screen.getByText(text.past);
  expect(screen.queryByRole('button', { name: text.pay })).toBeNull();
  answer(entityBalance, () => ({ ...success, balance: owed }));
  await press(user, text.today);
  await screen.findByText(text.toPay);
  expect(payloadsOf(entityBalance).at(-1)).not.toHaveProperty('on');
});

test('an overpayment is the figure, and paying ahead is offered', async () => {
  await open({ ...emptyEntityBalance, energy: { debt: '0.00', overpaid: '30.00', inTransit: '0.00' } });
  await screen.findByText(text.overpaid);
  screen.getByRole('button', { name: text.payAhead });
  expect(screen.queryByRole('button', { name: text.remind })).toBeNull();
});

test('the debt is paid by a provider, within the limits of entities', async () => {
  answer(personBalance, () => ({ ...success, balance: personDebt }));
  answer(paymentOptions, () => paymentOptionsFixture);
  const user = await open(owed);
  await press(user, text.pay);
  const dialog = within(await screen.findByRole('dialog', { name: payText.payEnergy }));
  await user.click(await dialog.findByRole('radio', { name: /^LiqPay/ }));
  answer(startPayment, () => 'pending');
  await user.click(dialog.getByRole('button', { name: new RegExp(`^Сплатити ${showMoney('385326.41')}`) }));
  expect(payloadsOf(startPayment)).toMatchObject([
    { account: '1000000002', provider: 'liqpay', purpose: 'energy', sum: '385326.41' },
  ]);
});

test('a reminder without a channel leads to the notifications of the entity', async () => {
  answer(personBalance, () => ({ ...success, balance: personDebt }));
  answer(getPaymentReminder, () => ({ ...success, on: null, channels: [], to: null }));
  const user = await open(owed);
  await press(user, text.remind);
  const link = await screen.findByRole('link', { name: remindText.settings });
  expect(link.getAttribute('href')).toBe('/cabinet/entity/settings/notifications');
});

test('the payments of an entity say what each settled', async () => {
  const payment = { ...paymentFixture, account: '1000000002', sum: '500.00', orderSum: '500.00' };
  const { paymentId } = payment;
  const settles = [{ period: '2026-09', sum: '450.00' }];
  answer(listPayments, () => ({
    ...success,
    payments: [payment],
    next: null,
    totals: { count: 1, sum: '500.00', listed: 1 },
    settled: [{ paymentId, settles, advance: '50.00' }],
  }));
  await openPage('/cabinet/entity/bills/payments');
  const words = (await screen.findByText(/вересень/)).closest('td')?.textContent?.replaceAll('\u00a0', ' ');
  expect(words).toBe('вересень 2026 450,00 грнНаперед 50,00 грн');
  expect(payloadsOf(listPayments)).toMatchObject([{ account: '1000000002', withSettled: true }]);
});

test('without a choice the account of a link is chosen at home', async () => {
  const { entity } = currentSession();
  changeAreas(() => ({ entity: { ...entity, user: { ...entity.user, account: '' } } }));
  answer(chooseEntityAccount, () => ({ ...success, custom_info: null, meters: [] }));
  await openPage(`${path}?account=1000000003`);
  await waitFor(() => expect(payloadsOf(chooseEntityAccount)).toMatchObject([{ account: '1000000003' }]));
  expect(currentSession().entity.user.account).toBe('1000000003');
});

test('the payment that a bank leads back to is shown without a choice', async () => {
  const { entity } = currentSession();
  changeAreas(() => ({ entity: { ...entity, user: { ...entity.user, account: '' } } }));
  const paymentId = '0199f000-0000-7000-8000-000000000005';
  answer(paymentState, () => 'pending');
  await openPage(`/cabinet/entity/payments/${paymentId}?of=1000000003`);
  await waitFor(() => expect(payloadsOf(paymentState)).toMatchObject([{ account: '1000000003', paymentId }]));
});

test('a link to an account of nobody changes nothing, one to another account of the entity chooses it', async () => {
  await open(owed, '?account=1000000009');
  await table(text.kinds);
  expect(payloadsOf(entityBalance).at(-1)).toMatchObject({ account: '1000000002' });
  answer(chooseEntityAccount, () => ({ ...success, custom_info: null, meters: [] }));
  await open(owed, '?account=1000000003');
  await waitFor(() => expect(payloadsOf(entityBalance).at(-1)).toMatchObject({ account: '1000000003' }));
  expect(payloadsOf(chooseEntityAccount)).toMatchObject([{ account: '1000000003' }]);
});
