import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { giveReviewPhoto } from '#contract/readings/review-photo.ts';
import { addPhoto, listMeters, listReadings, previewReading, submitReading } from '#contract/readings.ts';
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
  ['123450', formatMessage('readings.digitCapacity', { digits: 5 })],
])('the value %j is refused once, at its field, which is focused; nothing is sent', async (value, words) => {
  const { submit } = await openAndType(value);
  await submit();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(words);
  expect(screen.getAllByText((found) => found.includes(words))).toHaveLength(1);
  expect(document.activeElement).toBe(await readingField());
  expect((await readingField()).getAttribute('aria-describedby')).toContain(alert.id);
  expect(payloadsOf(submitReading)).toEqual([]);
});

describe('a value that a photo makes acceptable', () => {
  const fileInput = () => document.querySelector<HTMLInputElement>('main form input[type="file"]');
  const correct = () => within(document.querySelector('form') as HTMLElement).queryByText(text.edit);

  test.each([
    ['12300', text.lowerThanPrevious],
    ['99999', formatMessage('readings.valueTooLarge')],
  ])('%s names the photo or another value, once and without an address', async (value, words) => {
    const { user, submit } = await openAndType(value);
    await submit();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(words);
    expect(screen.getAllByText((found) => found.includes(words))).toHaveLength(1);
    expect(document.querySelector('main')?.textContent).not.toContain('@');
    expect(document.activeElement).toBe(fileInput());
    expect(fileInput()?.getAttribute('aria-describedby')).toContain(alert.id);
    expect(document.querySelector('form button[type="submit"]')).toBeNull();
    screen.getByText(text.costAfterCheck);
    await user.click(correct() as HTMLElement);
    const field = await readingField();
    expect(document.activeElement).toBe(field);
    await user.keyboard('12425');
    expect(field.value).toBe('12425');
    expect(fileInput()).toBeNull();
    expect(document.querySelector('form button[type="submit"]')).not.toBeNull();
    expect(payloadsOf(submitReading)).toEqual([]);
  });

  test('a refusal of the server shows the page’s text instead of the address', async () => {
    answer(submitReading, () => failure('readings.lowerThanPrevious', { email: 'pokazy@example.com' }));
    const { submit } = await openAndType('12425');
    await submit();
    await screen.findByText((found) => found.includes(text.lowerThanPrevious));
    expect(document.querySelector('main')?.textContent).not.toContain('@');
    expect(fileInput()).not.toBeNull();
  });
});

test.each([
  ['single', false],
  ['two', true],
] as const)(
  'a correction of a meter of scheme %s offers mixed-up zones: %s',
  async (zoneScheme, isOffered) => {
    const currentReading = {
      submittedAt: '2026-11-30T08:00:00.000Z',
      receiptNumber: '100514',
      effectiveDate: '2026-12-01',
      values: { single: 12_425 },
      totalKwh: 80,
      sum: '345.60',
      state: 'accepted' as const,
      correctable: true,
    };
    const given = meterFixture.registers.map((register) => ({
      ...register,
      currentValue: 12_425,
      currentDate: '2026-12-01',
    }));
    const registers =
      zoneScheme === 'single'
        ? given
        : given.flatMap((one) => [
            { ...one, zone: 'day' as const },
            { ...one, zone: 'night' as const },
          ]);
    answer(listMeters, () => ({
      ...success,
      meters: [{ ...meterFixture, registers, currentReading }],
      window: windowFixture,
    }));
    const user = await openAsPerson('/cabinet/person/indication');
    await user.click(await screen.findByRole('button', { name: text.edit }));
    await screen.findByLabelText(text.reasons.digit);
    expect(screen.queryByLabelText(text.reasons.zones) !== null).toBe(isOffered);
  },
);

test.each([
  ['', false],
  ['#bills', true],
])('the comparison of bills on the page with the hash %j is open: %s', async (hash, isOpen) => {
  const bill = { opening: '0.00', charged: '477.84', recalculated: '0.00', paid: '0.00', toPay: '477.84' };
  answer(listMeters, () => ({ ...success, meters: [meterFixture], window: windowFixture }));
  answer(previewReading, () => ({
    ...success,
    outcome: {
      kind: 'accepted' as const,
      code: 'readings.accepted',
      message: '',
      missingZones: [],
      totalKwh: 0,
      period: '2026-11',
      effectiveDate: '2026-12-01',
      advice: null,
      registers: [],
    },
    cost: null,
    withoutReading: { kwh: 80, sum: '345.60', lines: [], bill },
    dateEffect: null,
    noForecast: null,
  }));
  await openAsPerson(`/cabinet/person/indication${hash}`);
  const summary = await screen.findByText(text.compareBills);
  expect(summary.closest('details')?.open).toBe(isOpen);
});

describe('the readings under the form', () => {
  const row = (month: number, change: object = {}) => ({
    meterSerial: '12345678',
    zone: 'single' as const,
    period: `2026-${String(month).padStart(2, '0')}`,
    effectiveDate: `2026-${String(month + 1).padStart(2, '0')}-01`,
    submittedAt: `2026-${String(month + 1).padStart(2, '0')}-01T08:00:00.000Z`,
    value: 12_000 + month,
    kwhSincePrevious: 80,
    source: 'customer' as const,
    state: 'accepted' as const,
    receiptNumber: null,
    reason: null,
    hasPhoto: false,
    review: null,
    ...change,
  });
  const open = async (change: object) => {
    answer(listMeters, () => ({ ...success, meters: [meterFixture], window: windowFixture }));
    answer(listReadings, () => ({
      ...success,
      readings: [row(10, change), row(9), row(8), row(7)],
      next: null,
      meters: ['12345678'],
      count: 4,
    }));
    await openAsPerson('/cabinet/person/indication');
    return screen.findByRole('table', { name: text.historyCaption });
  };

  test('are three and a link to all, without a status that is the usual one', async () => {
    const table = await open({});
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(table.textContent).not.toContain(text.states.accepted);
    expect(within(table).queryByText(text.historyState)).toBeNull();
    const link = screen.getByRole('link', { name: text.allReadings });
    expect(link.getAttribute('href')).toBe('/cabinet/person/directory/indicators-history');
  });

  test('name the status where it differs', async () => {
    const table = await open({ state: 'underReview', source: 'operator', hasPhoto: true });
    const words = `${text.states.underReview} · ${text.sources.operator} · ${text.withPhoto}`;
    expect(within(table).getAllByText((found) => found.includes(' · '))).toHaveLength(1);
    within(table).getByText(words);
  });
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
