import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { giveReviewPhoto } from '#contract/readings/review-photo.ts';
import { addPhoto, listMeters, submitReading } from '#contract/readings.ts';
import { text } from '#web/features/readings/text.ts';
import { text as supportText } from '#web/lib/list/support-text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { meterFixture, windowFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { expectAlert, openAsPerson } from '#web/testing/render.tsx';

/** Opens the form of a meter that stood at 12345, and types a value. */
async function openAndType(value: string): Promise<{ user: UserEvent; submit: () => Promise<void> }> {
  answer(listMeters, () => ({ ...success, meters: [meterFixture], window: windowFixture }));
  const user = await openAsPerson('/cabinet/person/indication');
  const field = await readingField();
  await user.clear(field);
  if (value) await user.type(field, value);
  const submit = async () => {
    const { form } = await readingField();
    await user.click(form?.querySelector('button[type="submit"]') as HTMLElement);
  };
  return { user, submit };
}

const readingField = () =>
  screen.findByLabelText<HTMLInputElement>((label) => label.startsWith(text.zones.single), {
    selector: 'input',
  });

const review = {
  state: 'photoAsked' as const,
  dueOn: '2026-11-27',
  reason: '',
  decidedAt: null,
  acceptedValues: null,
  meterSerial: '12345678',
  receiptNumber: '100001',
  effectiveDate: '2026-11-26',
  values: { single: 99_000 },
};

test('the photo that an operator asked for is added to the reading, and a refusal says why', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 1, height: 1, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob(['photo'])));
  answer(listMeters, () => ({ ...success, meters: [{ ...meterFixture, review }], window: windowFixture }));
  const photoId = '0199f000-0000-7000-8000-0000000000aa';
  answer(addPhoto, () => ({ ...success, photoId }));
  answer(giveReviewPhoto, () => failure('readings.photoNotAsked'));
  const user = await openAsPerson('/cabinet/person/indication');
  await screen.findByText((words) => words.includes('потрібне фото лічильника'));
  const input = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  const picture = new File(['photo'], 'meter.jpg', { type: 'image/jpeg' });
  await user.upload(input, picture);
  await screen.findByText(formatMessage('readings.photoNotAsked'));
  answer(giveReviewPhoto, () => ({ ...success, dueOn: '2026-11-30' }));
  await user.upload(input, picture);
  await screen.findByText((words) => words.includes('на перевірці до 30.11.2026'));
  expect(payloadsOf(giveReviewPhoto)).toMatchObject([{ photoId }, { receiptNumber: '100001', photoId }]);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['waiting', 'на перевірці до 27.11.2026'],
  ['accepted', 'перевірено і прийнято'],
  ['acceptedAnother', 'Прийнято інше значення: 12400'],
  ['rejected', 'На фото інший лічильник. Його не враховано'],
  ['photoAsked', 'потрібне фото лічильника'],
] as const)('a reading whose review is %s says so with the next step', async (state, words) => {
  const decided = {
    ...review,
    state,
    reason: state === 'rejected' ? 'На фото інший лічильник.' : '',
    acceptedValues: state === 'acceptedAnother' ? { single: 12_400 } : null,
  };
  const meters = [{ ...meterFixture, review: decided }];
  answer(listMeters, () => ({ ...success, meters, window: windowFixture }));
  await openAsPerson('/cabinet/person/indication');
  expect((await screen.findByText((text) => text.includes(words))).textContent).not.toMatch(/[{}]/);
});

test.each([
  ['', formatMessage('field.required')],
  ['12300', text.lowerThanPrevious],
])('the value %j is refused with a link to its field, and nothing is sent', async (value, words) => {
  const { submit } = await openAndType(value);
  await submit();
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain(text.refusedTitle);
  expect(summary.textContent).toContain(words);
  expect(summary.querySelector('a')?.getAttribute('href')).toBe(`#${(await readingField()).id}`);
  expect(payloadsOf(submitReading)).toEqual([]);
});

test('the value of before is asked about, and sent when it is confirmed', async () => {
  answer(submitReading, () => 'pending');
  const { user, submit } = await openAndType('12345');
  await submit();
  await screen.findByText(formatMessage('readings.sameAsPrevious'));
  expect(payloadsOf(submitReading)).toEqual([]);
  await user.click(screen.getByText(text.agree));
  await waitFor(() => expect(payloadsOf(submitReading)).toHaveLength(1));
  const given = { values: { single: '12345' }, confirmed: ['readings.sameAsPrevious'] };
  expect(payloadsOf(submitReading)).toMatchObject([
    { ...given, sentAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
});

test.each([
  ['readings.meterDisabled', 'topic=meterBroken&meter=12345678'],
  ['readings.severalMeters', 'topic=reading&meter=12345678'],
  ['readings.meterNotFound', 'topic=reading'],
] as const)('%s leads to the form of a ticket, filled in', async (code, facts) => {
  const blocked = { code, message: formatMessage(code), opensOn: null };
  const meters = code === 'readings.meterNotFound' ? [] : [{ ...meterFixture, blocked }];
  answer(listMeters, () => ({ ...success, meters, window: windowFixture }));
  await openAsPerson('/cabinet/person/indication');
  const link = await screen.findByRole('link', { name: supportText.writeTicket });
  const address = link.getAttribute('href')?.replaceAll('%22', '') ?? '';
  expect(address).toContain(`/cabinet/person/tickets?part=new&${facts}`);
});

// One after which the meters are read again, one of the account, one of any call.
test.each(['readings.alreadySubmitted', 'accounts.noContract', 'common.deviceClock'] as const)(
  '%s is shown, and the value stays',
  async (code) => {
    answer(submitReading, () => failure(code));
    const { submit } = await openAndType('12425');
    await submit();
    await expectAlert(text.refusedTitle, formatMessage(code));
    expect((await readingField()).value).toBe('12425');
  },
);

test.each([
  ['common.serviceDown', 'the same'],
  ['common.tooManyRequests', 'the same'],
  ['readings.readingFailed', 'another'],
] as const)('%s keeps the value, and the next press sends %s attempt', async (code, next) => {
  answer(submitReading, () => failure(code));
  const { submit } = await openAndType('12425');
  await submit();
  await expectAlert(text.failedTitle, formatMessage(code), text.failedOffline);
  await submit();
  await waitFor(() => expect(payloadsOf(submitReading)).toHaveLength(2));
  const [first, second] = payloadsOf(submitReading).map(({ requestId }) => requestId);
  expect(second === first).toBe(next === 'the same');
  expect((await readingField()).value).toBe('12425');
});

test('while it is sent the button is busy, and sends once', async () => {
  answer(submitReading, () => 'pending');
  const { submit } = await openAndType('12425');
  await submit();
  await screen.findByText(text.submitting);
  await submit();
  expect(payloadsOf(submitReading)).toHaveLength(1);
});
