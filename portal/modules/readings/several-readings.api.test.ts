import { beforeAll, beforeEach, expect, test } from 'vitest';
import { REMINDER_FACTS } from '#billing/api/notifications.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import type { AccountFixture } from '#billing/testing/make-account.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import { getCommon } from '#contract/charges.ts';
import { listMeters, previewReading } from '#contract/readings.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';

const app = provideTestApp({ now: '2026-10-22T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  for (const period of ['2026-08', '2026-09']) await setPeriodState(app.billingDb, period, 'closed');
});

beforeEach(() => goTo('2026-10-22'));

/** Noon in Kyiv; the window of October opens on the 30th. */
function goTo(day: string): void {
  app.clock.set(instantFromIso(`${day}T10:00:00Z`));
}

/** A customer who signs in for each call: sessions don't last until the next reading. */
async function customer(fixture?: AccountFixture) {
  const made = await makeReadingCustomer(app, fixture);
  const { accountNumber: account, meterId } = made;
  const signed = async () => ({ token: await app.signIn([account]), account });
  return {
    ...made,
    submit: async (values: Parameters<typeof made.submit>[0], more = {}) =>
      made.submit(values, { ...more, ...(await signed()) }),
    correct: async (values: Parameters<typeof made.correct>[0]) => made.correct(values, await signed()),
    meter: async () => (await app.post(listMeters, await signed())).body.meters[0],
    preview: async (single: string, correcting?: boolean) =>
      (await app.post(previewReading, { ...(await signed()), meterId, values: { single }, correcting })).body,
    awaitsReading: async () => {
      const context = { reference: newId(), actor: 'test' };
      const answer = await app.billing.run(REMINDER_FACTS.name, { accountNumbers: [account] }, context);
      if (!answer.ok) throw new Error(answer.code);
      return REMINDER_FACTS.output.parse(answer.data).accounts[0]?.awaitsReading;
    },
    calculate: async () =>
      (await app.post(getCommon, { ...(await signed()), url: '/person/calculate' })).body as unknown,
  };
}

test('a reading of a later day is a new reading, and the last one counts for the month', async () => {
  const { submit, stored, meter, preview, awaitsReading, calculate } = await customer();
  const first = await submit({ single: '2070' });
  expect(first.body.receipt).toMatchObject({ effectiveDate: '2026-10-22', totalKwh: 70 });
  expect(first.body.outcome.message).toBe(
    'Показання прийнято. Радимо передавати показання в останні 2 дні місяця або перші 3 дні наступного.',
  );

  goTo('2026-10-25');
  const second = { effectiveDate: '2026-10-25', values: { single: 2080 }, totalKwh: 80 };
  expect((await submit({ single: '2080' })).body.receipt).toMatchObject({ ...second, sum: '345.60' });

  goTo('2026-10-30');
  expect(await awaitsReading()).toBe(true);
  expect(await meter()).toMatchObject({
    registers: [
      {
        previousValue: 2080,
        previousDate: '2026-10-25',
        known: [
          { value: 2000, date: '2026-10-01' },
          { value: 2070, date: '2026-10-22' },
          { value: 2080, date: '2026-10-25' },
        ],
        currentValue: 2080,
        currentDate: '2026-10-25',
      },
    ],
    currentReading: { ...second, correctable: true },
  });
  const brought = (await preview('2103')).withoutReading;
  expect(brought?.kwh).toBeGreaterThan(80);
  const last = await submit({ single: '2103' });
  expect(last.body).toMatchObject({
    outcome: {
      kind: 'accepted',
      message:
        'Показання прийнято. Наступного разу передайте так само: в останні 2 дні місяця або перші 3 дні наступного.',
      totalKwh: 103,
      registers: [{ previousValue: 2080, previousDate: '2026-10-25', value: 2103, kwh: 23 }],
    },
    receipt: { effectiveDate: '2026-11-01', totalKwh: 103, sum: '444.96' },
  });
  expect(await stored()).toMatchObject([
    { value: 2070n, status: 'accepted', effective_date: '2026-10-22' },
    { value: 2080n, status: 'accepted', effective_date: '2026-10-25' },
    { value: 2103n, status: 'accepted', effective_date: '2026-11-01' },
  ]);
  expect(await awaitsReading()).toBe(false);
  expect((await meter())?.currentReading).toMatchObject({ effectiveDate: '2026-11-01' });
  expect((await preview('2103')).withoutReading).toMatchObject({ kwh: 103, sum: '444.96' });
  expect(await calculate()).toMatchObject({ data: { kwh: 103 } });
});

test('the same values of the same day are the first answer, of a later day a new reading that is asked about', async () => {
  const { submit, stored } = await customer();
  const first = await submit({ single: '2070' });
  expect((await submit({ single: '2070' })).body.receipt).toEqual(first.body.receipt);
  goTo('2026-10-23');
  expect((await submit({ single: '2070' })).body.code).toBe('readings.sameAsPrevious');
  const { body } = await submit({ single: '2070' }, { confirmed: ['readings.sameAsPrevious'] });
  expect(body.receipt).toMatchObject({ effectiveDate: '2026-10-23', totalKwh: 70 });
  expect(await stored()).toHaveLength(2);
});

test.each([
  ['2026-10-22', '22.10.2026'],
  ['2026-10-31', '01.11.2026'],
])('another value of the same day is a correction: %s', async (day, shownDay) => {
  goTo(day);
  const { submit, correct, stored } = await customer();
  await submit({ single: '2090' });
  const second = await submit({ single: '2095' });
  expect(outcomeOf(second)).toBe('409 readings.alreadySubmitted');
  expect(second.body.message).toContain(`станом на ${shownDay}`);
  expect((await correct({ single: '2095' })).body.receipt).toMatchObject({ values: { single: 2095 } });
  expect(await stored()).toMatchObject([{ status: 'superseded' }, { value: 2095n, status: 'accepted' }]);
});

test('a correction on a later day takes the day of the reading that it replaces', async () => {
  const { submit, correct, stored, preview } = await customer();
  await submit({ single: '2030' });
  goTo('2026-10-24');
  await submit({ single: '2150' });
  goTo('2026-10-27');
  const refusedBy = (value: string, date: string) => {
    const message = `Порівняно з прийнятим показанням ${value} від ${date}.`;
    const advice = { code: 'readings.comparedWith', message };
    return { body: { code: 'readings.lowerThanPrevious', details: { advice } } };
  };
  expect(await submit({ single: '2080' })).toMatchObject(refusedBy('02150', '24.10.2026'));
  expect(await preview('2070', true)).toMatchObject({
    outcome: { effectiveDate: '2026-10-24', totalKwh: 70 },
    cost: { kwh: 70 },
    dateEffect: null,
  });
  expect(await correct({ single: '2020' })).toMatchObject(refusedBy('02030', '22.10.2026'));
  const receipt = { effectiveDate: '2026-10-24', totalKwh: 70, sum: '302.40' };
  expect((await correct({ single: '2070' })).body.receipt).toMatchObject(receipt);
  expect((await submit({ single: '2080' })).body.outcome).toMatchObject({ kind: 'accepted', totalKwh: 80 });
  expect(await stored()).toMatchObject([
    { value: 2030n, effective_date: '2026-10-22', status: 'accepted' },
    { value: 2150n, effective_date: '2026-10-24', status: 'superseded' },
    { value: 2070n, effective_date: '2026-10-24', status: 'accepted' },
    { value: 2080n, effective_date: '2026-10-27', status: 'accepted' },
  ]);
});

test('a reading of an earlier day than a known one has to fit between both neighbours', async () => {
  const { accountNumber, meterId, submit, meter, preview } = await customer();
  const known = { accountNumber, meterId, period: '2026-10', effectiveDate: '2026-11-01' };
  await giveReading(app.billingDb, { ...known, values: { single: 2090 } });
  expect((await submit({ single: '2095' })).body).toMatchObject({
    code: 'readings.valueTooLarge',
    details: { advice: { message: 'Порівняно з прийнятим показанням 02090 від 01.11.2026.' } },
  });
  const receipt = { effectiveDate: '2026-10-22', values: { single: 2080 }, totalKwh: 80 };
  expect((await submit({ single: '2080' })).body.receipt).toMatchObject(receipt);
  const both = [2000, 2090].map((value) => ({ value }));
  expect(await meter()).toMatchObject({
    registers: [{ previousValue: 2000, known: both, currentValue: 2090 }],
    currentReading: { effectiveDate: '2026-11-01', values: { single: 2090 } },
  });
  expect((await preview('2085')).withoutReading).toMatchObject({ kwh: 90 });
});

test('registers that are read on different days: each counts with its own last value', async () => {
  const { submit, correct, stored, meter } = await customer({
    meters: [{ zoneScheme: 'two' }],
    history: [{ period: '2026-09', closing: { day: 500, night: 300 } }],
  });
  await submit({ day: '550' });
  goTo('2026-10-25');
  const night = { values: { night: 330 }, totalKwh: 30 };
  expect((await submit({ night: '330' })).body).toMatchObject({
    outcome: { missingZones: ['day'] },
    receipt: { ...night, sum: '64.80' },
  });
  const current = { effectiveDate: '2026-10-25', ...night };
  expect((await meter())?.currentReading).toMatchObject(current);
  const both = { ...current, values: { day: 540, night: 320 }, totalKwh: 60 };
  expect((await correct({ day: '540', night: '320' })).body.receipt).toMatchObject(both);
  expect((await stored()).filter(({ status }) => status === 'accepted')).toMatchObject([
    { zone: 'day', value: 540n },
    { zone: 'night', value: 320n },
  ]);
});
