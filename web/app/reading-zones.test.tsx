import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { windowWords } from '#contract/messages/window-words.ts';
import { listMeters, previewReading, submitReading } from '#contract/readings.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { MetersAnswer } from '#web/features/readings/api.ts';
import { type QueuedReading, useOfflineQueue } from '#web/features/readings/offline-queue/queued-reading.ts';
import { text as queueText } from '#web/features/readings/offline-queue/text.ts';
import { text } from '#web/features/readings/text.ts';
import { answer, payloadsOf, success } from '#web/testing/fake-api.ts';
import { balanceFixture, meterFixture, windowFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { expectAlert, openAsPerson, press } from '#web/testing/render.tsx';

type Meter = MetersAnswer['meters'][number];
type Register = Meter['registers'][number];

const account = '2390001111';
const values = { peak: 5000, halfPeak: 8000, day: 12_425, night: 4100 } as const;

/** A register that was read for October and, with `known`, on other days of November too. */
function register(zone: keyof typeof values, known: Register['known'] = []): Register {
  const start = { value: values[zone], date: '2026-11-01' };
  const last = known.at(-1) ?? start;
  return {
    zone,
    previousValue: last.value,
    previousDate: last.date,
    known: [start, ...known],
    currentValue: known.at(-1)?.value ?? null,
    currentDate: known.at(-1)?.date ?? null,
  };
}

const meterOf = (registers: readonly Register[]): Meter => ({
  ...meterFixture,
  zoneScheme: registers.length === 2 ? 'two' : 'three',
  digitCapacity: 6,
  registers: [...registers],
});

const two = meterOf([register('day'), register('night')]);
const three = meterOf([register('peak'), register('halfPeak'), register('night')]);

const bill = { opening: '0.00', charged: '477.84', recalculated: '0.00', paid: '0.00', toPay: '477.84' };
const outcome = (missingZones: readonly Zone[]) => ({
  kind: 'accepted' as const,
  code: 'readings.accepted',
  message: formatMessage('readings.accepted', windowWords('readings.accepted', { inWindow: 1 })),
  missingZones: [...missingZones],
  totalKwh: 150,
  period: '2026-11',
  effectiveDate: '2026-12-01',
  advice: null,
  registers: [],
});
const receipt = (of: Readonly<Partial<Record<Zone, number>>>) => ({
  number: '100514',
  submittedAt: '2026-11-30T08:00:00.000Z',
  takenAt: '2026-11-30T08:00:00.000Z',
  effectiveDate: '2026-12-01',
  period: '2026-11',
  values: of,
  totalKwh: 150,
  sum: '396.00',
});

/** Opens a page with a meter; a preview costs 396,00 and a submission is accepted with what it lacks. */
async function open(meter: Meter, path = '/cabinet/person/indication') {
  answer(listMeters, () => ({ ...success, meters: [meter], window: windowFixture }));
  answer(previewReading, () => ({
    ...success,
    outcome: outcome([]),
    cost: { kwh: 150, sum: '396.00', lines: [], bill },
    withoutReading: null,
    dateEffect: null,
    noForecast: null,
  }));
  answer(submitReading, ({ values: given }) => ({
    ...success,
    outcome: outcome(meter.registers.flatMap(({ zone }) => (given[zone] ? [] : [zone]))),
    receipt: receipt(Object.fromEntries(Object.entries(given).map(([zone, typed]) => [zone, Number(typed)]))),
  }));
  return openAsPerson(path);
}

const field = (zone: Zone) =>
  screen.findByLabelText<HTMLInputElement>((label) => label.startsWith(text.zones[zone]));
const leads = (zone: Zone) => formatText(text.next, { zone: text.zones[zone] });
const button = (name: string) => screen.queryByRole('button', { name });

test('with an empty zone the button and Enter lead to it, and nothing is sent', async () => {
  const user = await open(two);
  await user.type(await field('day'), '12575');
  await press(user, leads('night'));
  expect(document.activeElement).toBe(await field('night'));
  await user.type(await field('day'), '{Enter}');
  expect(document.activeElement).toBe(await field('night'));
  expect(payloadsOf(submitReading)).toEqual([]);
  await user.keyboard('4190');
  expect(button(leads('night'))).toBeNull();
  expect(button(formatText(text.sendPart, { zones: text.zones.night }))).toBeNull();
  await user.keyboard('{Enter}');
  const values = { day: '12575', night: '4190' };
  await waitFor(() => expect(payloadsOf(submitReading)).toMatchObject([{ values }]));
  await screen.findByRole('heading', { name: text.acceptedTitle });
  await screen.findByText(text.nothingToDo);
  expect(screen.queryByText(/Наступного разу|Радимо/)).toBeNull();
});

test('three zones are led through in the order of the meter, from whichever is typed first', async () => {
  const user = await open(three);
  await user.type(await field('night'), '4190');
  await press(user, leads('peak'));
  await user.keyboard('5100');
  expect(button(formatText(text.sendPart, { zones: 'Напівпік' }))).not.toBeNull();
  await press(user, leads('halfPeak'));
  await user.keyboard('8100{Enter}');
  const values = { peak: '5100', halfPeak: '8100', night: '4190' };
  await waitFor(() => expect(payloadsOf(submitReading)).toMatchObject([{ values }]));
});

test('a refused value is shown before the next zone is asked for', async () => {
  const user = await open(two);
  await user.type(await field('day'), '12400{Enter}');
  await expectAlert(text.lowerThanPrevious);
  expect(document.activeElement).not.toBe(await field('night'));
  expect(button(leads('night'))).toBeNull();
});

test('a part is sent by the second choice; the title names what is missing, above its field', async () => {
  const user = await open(two);
  await user.type(await field('day'), '12575');
  await screen.findByText(formatText(text.restOfZones, { zones: 'Ніч' }));
  await press(user, 'Ніч передам пізніше');
  await waitFor(() => expect(payloadsOf(submitReading)).toMatchObject([{ values: { day: '12575' } }]));
  const title = await screen.findByText('Передано не все: бракує Ніч');
  expect(screen.queryByText(text.acceptedTitle)).toBeNull();
  await screen.findByText(/^Прийнято: День\. Передайте Ніч до 02\.12\.2026/);
  const night = await field('night');
  const paper = (await screen.findByRole('heading', { name: 'Прийнято: День' })).closest('[data-paper]');
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(title.compareDocumentPosition(night) & follows).toBe(follows);
  expect(night.compareDocumentPosition(paper as Element) & follows).toBe(follows);
  expect(within(paper as HTMLElement).queryByText(text.zonesInBill.night)).toBeNull();
});

test('a part that stands after a reload is titled by what is missing, and its receipt has that part alone', async () => {
  const day = { ...register('day'), currentValue: 12_575, currentDate: '2026-12-01' };
  const night = register('night', [{ value: 4180, date: '2026-11-28' }]);
  const { number: receiptNumber, ...given } = receipt({ day: 12_575 });
  const currentReading = { ...given, receiptNumber, state: 'accepted', correctable: true } as const;
  await open({ ...meterOf([day, night]), currentReading });
  await screen.findByText('Передано не все: бракує Ніч');
  expect(screen.queryByText(/Показання за листопад 2026 передано/)).toBeNull();
  const paper = (await screen.findByRole('heading', { name: 'Прийнято: День' })).closest('[data-paper]');
  expect(paper?.textContent).toContain('12575');
  expect(paper?.textContent).not.toContain('4180');
});

test('home asks for the zone that is missing and leads to the second of two', async () => {
  const day = { ...register('day'), currentValue: 12_575, currentDate: '2026-12-01' };
  const { number: receiptNumber, ...given } = receipt({ day: 12_575 });
  answer(personBalance, () => ({ ...success, balance: balanceFixture }));
  await open(
    {
      ...meterOf([day, register('night')]),
      currentReading: { ...given, receiptNumber, state: 'accepted', correctable: true },
    },
    `/cabinet/person?account=${account}`,
  );
  await screen.findByRole('heading', { level: 2, name: /Передано не все: бракує Ніч$/ });
  expect(await field('night')).toBeTruthy();
});

test('the receipt on home leaves what is to be done next to the title above it', async () => {
  answer(personBalance, () => ({ ...success, balance: balanceFixture }));
  const user = await open(two, `/cabinet/person?account=${account}`);
  // The page may move the focus to its title once more while its parts come.
  await waitFor(async () => {
    await user.clear(await field('day'));
    await user.type(await field('day'), '12575');
    expect(await field('day')).toHaveProperty('value', '12575');
  });
  await user.type(await field('night'), '4190{Enter}');
  await screen.findByRole('heading', { name: text.acceptedTitle });
  expect(screen.queryByText(text.nothingToDo)).toBeNull();
});

test('the value above the cells is the last accepted one, and a refusal names it with its day', async () => {
  const day = register('day', [{ value: 12_510, date: '2026-11-28' }]);
  const user = await open(meterOf([day, register('night')]));
  const input = await field('day');
  const hint = document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '');
  expect(hint?.textContent).toContain('12510 від 28.11.2026');
  await user.type(input, '12505{Enter}');
  const named = formatText(readingMessages['readings.comparedWith'], { value: '012510', date: '28.11.2026' });
  await expectAlert(named);
  await user.clear(input);
  await user.type(input, '12520');
  await screen.findByText('(95 за місяць)');
  expect(input.closest('[class*="register"]')?.textContent).toContain('+10 кВт·год');
});

test('where digits are incomplete or refused, no one is asked to begin typing', async () => {
  const user = await open(two);
  await screen.findByText(text.costWaiting);
  await user.type(await field('day'), '999999');
  await screen.findByText(text.costIncomplete);
  expect(screen.queryByText(text.costWaiting)).toBeNull();
});

test('a part that waits for the network says what is missing and is completed from there', async () => {
  const queued: QueuedReading = {
    id: '0199f000-0000-7000-8000-0000000000bb',
    owner: 'person',
    account,
    meterId: two.meterId,
    serialNumber: two.serialNumber,
    values: { day: '12575' },
    confirmed: [],
    correctionReason: undefined,
    photo: undefined,
    photoId: undefined,
    takenAt: '2026-11-30T08:00:00.000Z',
    sendBefore: undefined,
    tried: false,
    answer: undefined,
  };
  useOfflineQueue.setState({ readings: [queued] });
  await open(two);
  await screen.findByText('Передано не все: бракує Ніч.');
  await screen.findByRole('button', { name: formatText(queueText.add, { zones: 'Ніч' }) });
  useOfflineQueue.setState({ readings: undefined });
});
