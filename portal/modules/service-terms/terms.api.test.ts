import { expect, test } from 'vitest';
import { addTermChange, listTermChanges } from '#contract/service-terms/term-changes.ts';
import { listServiceTerms } from '#contract/service-terms.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { loadServiceTerms } from './terms.ts';

const cabinet = provideTestApp();
const received = instantFromIso('2026-12-29T10:00+02:00');

test.each([
  ['BILL_CHECK', '2027-01-05', null, 20_000n],
  ['DATA', '2027-01-05', null, 20_000n],
  ['APPEAL', '2027-01-28', 45, 20_000n],
  ['APPEAL_SIMPLE', '2027-01-13', 45, 20_000n],
  ['APPEAL_TECH', '2027-02-12', null, 20_000n],
  ['PUBLIC_INFO', '2027-01-05', null, undefined],
  ['READING', '2026-12-30', null, undefined],
  ['READING_RESULT', '2027-01-05', null, undefined],
  ['RECONNECT', '2026-12-30', null, undefined],
  ['QUALITY', '2026-12-30', null, undefined],
  ['PERSONAL', '2027-01-28', null, undefined],
])(
  '%s received on 29.12.2026 is due on %s: 1 January is a working day',
  async (code, dueOn, extension, household) => {
    const { term, standard } = (await loadServiceTerms(cabinet.portalDb)).freeze(code, received);
    expect(term).toMatchObject({ standardCode: code, calendarVersion: 1, receivedOn: '2026-12-29', dueOn });
    expect(standard.extensionDays).toBe(extension);
    expect(standard.compensation?.amounts.household).toBe(household);
  },
);

test('a request of 2019 is compensated by the sums of then', async () => {
  const { standard } = (await loadServiceTerms(cabinet.portalDb)).freeze(
    'BILL_CHECK',
    instantFromIso('2019-05-13T10:00+03:00'),
  );
  expect(standard.compensation?.amounts).toEqual({
    household: 10_000n,
    smallBusiness: 20_000n,
    other: 40_000n,
  });
});

test('anybody reads what is promised now, each kind once, by the rule of today', async () => {
  const { body } = await cabinet.post(listServiceTerms, {});
  expect(body.standards).toHaveLength(11);
  // A Friday at noon.
  expect(body.standards.find(({ code }) => code === 'BILL_CHECK')).toEqual({
    code: 'BILL_CHECK',
    days: 5,
    unit: 'working',
    basis: 'NEURC 375, 4.3 (3)',
    validFrom: '2020-08-12',
    receivedOn: '2026-11-20',
    dueOn: '2026-11-27',
    daysLeft: 7,
    extendableTo: null,
    compensation: { household: '200.00', smallBusiness: '400.00', other: '600.00' },
  });
  expect(body.standards.find(({ code }) => code === 'APPEAL')).toMatchObject({
    dueOn: '2026-12-21',
    extendableTo: '2027-01-04',
  });
  expect(body.standards.find(({ code }) => code === 'QUALITY')?.compensation).toBeNull();
});

test('a new version of the calendar counts for what is received from its day on', async () => {
  const before = await loadServiceTerms(cabinet.portalDb);
  expect(before.calendar(1)).toMatchObject({ opensAt: 540, closesAt: 1080, holidaysAreWorkdays: true });
  const db = cabinet.portalDb;
  const token = await cabinet.signIn([], 'admin', ['owner']);
  const { inForce, revision } = (await cabinet.post(listTermChanges, { token })).body;
  const calendar = inForce.find(({ content }) => content.kind === 'calendar')?.content;
  if (calendar?.kind !== 'calendar') throw new Error('no calendar');
  const days = [{ day: '2027-01-01', kind: 'holiday' as const }];
  const { httpStatus } = await cabinet.post(addTermChange, {
    token,
    content: { ...calendar, days, holidaysAreWorkdays: false },
    validFrom: '2026-12-29',
    revision,
    reason: 'Воєнний стан скасовано',
    requestId: newId(),
  });
  expect(httpStatus).toBe(200);
  const terms = await loadServiceTerms(db);
  expect(terms.freeze('BILL_CHECK', received).term).toMatchObject({
    calendarVersion: 2,
    dueOn: '2027-01-06',
  });
  const earlier = instantFromIso('2026-12-28T10:00+02:00');
  expect(terms.freeze('BILL_CHECK', earlier).term).toMatchObject({ calendarVersion: 1, dueOn: '2027-01-04' });
  expect(() => terms.freeze('NONE', received)).toThrow('NONE');
  expect(() => terms.calendar(3)).toThrow('3');
});
