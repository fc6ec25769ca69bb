import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { listBills } from '#contract/bills.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { paymentOptions, startPayment } from '#contract/payments/payments.ts';
import { text as billsText } from '#web/features/bills/text.ts';
import { text as bankText } from '#web/features/payments/pay/bank-text.ts';
import { text } from '#web/features/payments/text.ts';
import { showMoney } from '#web/lib/format.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { paymentOptionsFixture } from '#web/testing/fixtures/payment-fixture.ts';
import { balanceFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { expectAlert, openAsPerson } from '#web/testing/render.tsx';

const due = '432.50';
const bill = {
  period: '2026-10',
  number: '1',
  issuedOn: '2026-11-05',
  dueOn: '2026-11-25',
  kwh: 100,
  charged: due,
  toPay: due,
  open: due,
  isEstimated: false,
};
const options = { ...paymentOptionsFixture, limits: { least: '1.00', most: '100000.00' } };

/** Opens the form from the bills. */
async function openPayForm(sum = due): Promise<UserEvent> {
  answer(listBills, () => ({ ...success, due: sum, bills: [bill] }));
  const balance = { ...balanceFixture, beginDebet: due, endDebet: due, debet: sum };
  answer(personBalance, () => ({ ...success, balance }));
  const user = await openAsPerson('/cabinet/person/bills');
  await user.click(await screen.findByText(billsText.pay));
  return user;
}

const { least, most } = options.limits;
const shownLimits = { least: showMoney(least), most: showMoney(most) };
const outsideLimits = formatMessage('payments.outsideLimits', shownLimits);

const sumField = () => screen.findByLabelText<HTMLInputElement>(text.sum);
const payButton = async () => {
  const { form } = await sumField();
  return waitFor(() => {
    const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    if (!button) throw new Error('no button to pay with');
    return button;
  });
};

describe('the split by months', () => {
  const openMonths = [
    { period: '2026-09', sum: '191191.10' },
    { period: '2026-10', sum: '195301.74' },
  ];
  const split = async () =>
    (await screen.findByText(text.split)).parentElement?.textContent.replaceAll('\u00a0', ' ');
  const openInvoice = async () => {
    answer(paymentOptions, () => ({ ...paymentOptionsFixture, openMonths }));
    return openPayForm('195301.74');
  };

  test('at a bill of October that month is paid, and what stays open is shown', async () => {
    answer(startPayment, () => failure('payments.providerOff'));
    const user = await openInvoice();
    expect(await screen.findByLabelText(/жовтень 2026/)).toHaveProperty('checked', true);
    expect(await split()).toBe(
      `${text.split}жовтень 2026195 301,74 грнЛишиться до сплати: вересень 2026 — 191 191,10 грн.`,
    );
    await user.click(await payButton());
    const paid = { sum: '195301.74', period: '2026-10' };
    await waitFor(() => expect(payloadsOf(startPayment)[0]).toMatchObject(paid));
  });

  test('without the name of the month the oldest debt is paid first', async () => {
    const user = await openInvoice();
    await user.click(await screen.findByLabelText(/жовтень 2026/));
    expect(await split()).toBe(
      `${text.split}вересень 2026191 191,10 грнжовтень 20264 110,64 грнЛишиться до сплати: жовтень 2026 — 191 191,10 грн.`,
    );
  });

  test('a transfer names no month', async () => {
    const user = await openInvoice();
    await user.click(await screen.findByText(text.ways.transfer));
    await waitFor(() => expect(screen.queryByLabelText(/жовтень 2026/)).toBeNull());
    expect(await split()).toContain('4 110,64');
    // The way is remembered on the device.
    await user.click(await screen.findByText(text.ways.liqpay));
  });
});

test.each([
  ['', text.noSum],
  ['0', text.noSum],
  ['багато', `Перевірте коректність введених даних: 1-й символ «б» — кирилична літера. ${text.badAmount}`],
  [
    '43\u041e,50',
    `Перевірте коректність введених даних: 3-й символ «\u041e» — кирилична літера. ${text.badAmount}`,
  ],
  ['1,234', text.badAmount],
  ['0,50', outsideLimits],
])('the sum %j is refused at its field, and nothing is sent', async (typed, words) => {
  answer(paymentOptions, () => options);
  const user = await openPayForm();
  const field = await sumField();
  const button = await payButton();
  await user.clear(field);
  if (typed) await user.type(field, typed);
  await user.click(button);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(`${field.id}-error`)?.textContent).toBe(words);
  expect(document.activeElement).toBe(field);
  expect(payloadsOf(startPayment)).toEqual([]);
});

// The form does not tell the codes apart: one of payments and one of any call.
test.each(['payments.outsideLimits', 'common.serviceDown'] as const)(
  '%s is shown, and the sum stays',
  async (code) => {
    answer(paymentOptions, () => options);
    answer(startPayment, () => failure(code));
    const user = await openPayForm();
    await user.click(await payButton());
    await expectAlert(bankText.failed, formatMessage(code));
    expect((await sumField()).value).toBe('432,50');
  },
);

test('while the bank is asked the button is busy, and asks once', async () => {
  answer(paymentOptions, () => options);
  answer(startPayment, () => 'pending');
  const user = await openPayForm();
  const button = await payButton();
  await user.click(button);
  await screen.findByText(bankText.going);
  await user.click(button);
  expect(payloadsOf(startPayment)).toMatchObject([{ sum: due, provider: 'liqpay', purpose: 'energy' }]);
});

test('after a network failure the same attempt is repeated, after a refusal another is made', async () => {
  answer(paymentOptions, () => options);
  answer(startPayment, () => 'offline');
  const user = await openPayForm();
  await user.click(await payButton());
  await screen.findByText(formatMessage('common.network'));
  answer(startPayment, () => failure('payments.providerOff'));
  await user.click(await payButton());
  await screen.findByText(formatMessage('payments.providerOff'));
  await user.click(await payButton());
  await waitFor(() => expect(payloadsOf(startPayment)).toHaveLength(3));
  const [lost, repeated, another] = payloadsOf(startPayment).map(({ requestId }) => requestId);
  expect(repeated).toBe(lost);
  expect(another).not.toBe(repeated);
});

test('without a network nothing can be paid, and nothing is sent later', async () => {
  answer(paymentOptions, () => options);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openPayForm();
  await screen.findByText(text.offline);
  expect((await payButton()).disabled).toBe(true);
  expect(payloadsOf(startPayment)).toEqual([]);
});
