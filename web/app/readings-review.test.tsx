import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { decideReview, getReview, listReviews, reviewPhoto } from '#contract/readings/review.ts';
import type { QueuedReview } from '#contract/values/review-details.ts';
import { text } from '#web/features/readings/review/desk-text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { expectAlert, openAsAdmin, press } from '#web/testing/render.tsx';

const path = '/cabinet/admin/management/readings-review';

const queued = (n: number): QueuedReview => ({
  reviewId: `0199f000-0000-7000-8000-00000000000${n}`,
  account: `239000111${n}`,
  customerName: `Споживач ${n}`,
  customerType: 'person',
  meterSerial: '10063014',
  code: 'readings.operatorCheck',
  causes: [{ kind: 'deviation', kwh: 800, lastYearKwh: 100, percent: 700, inARow: 1 }],
  state: 'waiting',
  openedAt: '2026-11-26T08:00:00Z',
  dueOn: '2026-11-27',
  values: { single: 2800 },
  hasPhoto: false,
});

type Details = OutputOf<typeof getReview>['review'];

const details = (review: QueuedReview): Details => ({
  ...review,
  decision: null,
  phone: '+380501234567',
  address: 'Київ',
  eic: '62Z0123456789017',
  meterType: 'НІК',
  digitCapacity: 5,
  coefficient: 1,
  contractedPowerKw: 5,
  receiptNumber: '100001',
  period: '2026-11',
  isPeriodClosed: true,
  effectiveDate: '2026-11-26',
  totalKwh: 800,
  sum: '3456.00',
  correctionReason: null,
  registers: [
    { zone: 'single', value: 2800, previous: { value: 2000, date: '2026-11-01' }, next: null, kwh: 800 },
  ],
  photoIds: [],
  photoAskedAt: null,
  months: [
    { period: '2025-11', kwh: 100, isEstimated: false },
    { period: '2026-10', kwh: 120, isEstimated: true },
  ],
  readings: [{ date: '2026-11-01', values: { single: 2000 }, source: 'customer', state: 'accepted' }],
  lastYear: { period: '2025-11', kwh: 100, days: 30 },
});

/** Of the refusals of a decision. */
const params = { value: 2100, date: '10.11.2026', by: 'Іван', at: '26.11.2026 12:00', decision: 'прийнято' };

async function openDesk() {
  const reviews = [queued(1), queued(2)];
  answer(listReviews, () => ({ ...success, reviews, next: null, waiting: 2, photoAsked: 0, overdue: 0 }));
  answer(getReview, ({ account }) => ({
    ...success,
    review: details(reviews.find((one) => one.account === account) ?? queued(1)),
  }));
  const user = await openAsAdmin(path);
  await screen.findByText('Споживач 1');
  return user;
}

test('the desk is walked and decided by keyboard: J opens the next, 3 asks for a reason, 2 for another value, 1 accepts', async () => {
  const user = await openDesk();
  await user.keyboard('j');
  await screen.findByRole('heading', { level: 2, name: 'Споживач 1' });
  await user.keyboard('j');
  await screen.findByRole('heading', { level: 2, name: 'Споживач 2' });
  await user.keyboard('k');
  await screen.findByRole('heading', { level: 2, name: 'Споживач 1' });
  screen.getByText(/Місяць листопад 2026 уже закрито/);

  answer(decideReview, () => failure('readings.alreadyDecided', params));
  await user.keyboard('3');
  await press(user, text.send.reject);
  await screen.findByText(formatMessage('readings.reasonMissing'));
  expect(payloadsOf(decideReview)).toEqual([]);
  await press(user, text.reasons[0]);
  await press(user, text.send.reject);
  await expectAlert('Іван');
  expect(payloadsOf(decideReview)).toMatchObject([{ action: 'reject', reason: text.reasons[0] }]);

  await press(user, text.cancel);
  await user.keyboard('2');
  const field = await screen.findByLabelText<HTMLInputElement>(/^Показання, 5/);
  await user.clear(field);
  await user.type(field, '2a');
  await press(user, text.send.acceptAnother);
  await screen.findByText(/без коми/);
  answer(decideReview, () => ({ ...success, decision: 'acceptedAnother' as const, isRecalculated: true }));
  await user.clear(field);
  await user.type(field, '2080');
  await press(user, text.send.acceptAnother);
  await screen.findByText(`${text.done.acceptedAnother} ${text.recalculated}`);
  const another = { action: 'acceptAnother', values: { single: '2080' } };
  expect(payloadsOf(decideReview).at(-1)).toMatchObject(another);
});

test.each([
  'readings.reviewReplaced',
  'readings.laterReadingIsLower',
  'readings.reasonMissing',
  'readings.alreadyDecided',
] as const)('%s keeps the reading open and says why', async (code) => {
  const user = await openDesk();
  answer(decideReview, () => failure(code, params));
  await user.keyboard('j');
  await screen.findByRole('heading', { level: 2, name: 'Споживач 1' });
  await user.keyboard('1');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(text.moveFailed);
  expect(alert.textContent).not.toMatch(/[{}]/);
  expect(payloadsOf(decideReview)).toMatchObject([{ action: 'accept' }]);
});

test('? shows the keys, and a photo that does not come is named', async () => {
  const user = await openDesk();
  const withPhoto = { ...details(queued(1)), photoIds: ['0199f000-0000-7000-8000-0000000000aa'] };
  answer(getReview, () => ({ ...success, review: withPhoto }));
  answer(reviewPhoto, () => 'offline');
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: text.keysTitle });
  within(dialog).getByText('J / K');
  await user.click(within(dialog).getByRole('button', { name: text.close }));
  await user.keyboard('j');
  await screen.findByText(text.photoFailed);
});
