import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { entityOverview } from '#contract/accounts/entity-accounts.ts';
import { entityConsumption } from '#contract/consumption.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { readingPoints } from '#contract/readings/points.ts';
import { text } from '#web/features/accounts/entity/text.ts';
import { text as consumptionText } from '#web/features/consumption/text.ts';
import { accountsListed } from '#web/session/account-changes.ts';
import { answer, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { failed } from '#web/testing/page-parts.ts';
import { openAsEntityOfTwo, openPage, signInAsEntityOfTwo } from '#web/testing/render.tsx';

const home = '/cabinet/entity';
const account = '1000000002';

const waiting: OutputOf<typeof entityOverview> = {
  ...success,
  today: '2026-11-20',
  accounts: [],
  dues: [{ account, kind: 'energy', dueOn: '2026-12-20', sum: '10.00', period: '2026-10' }],
  window: null,
  actsToSign: [{ account, period: '2026-10', count: 1 }],
  limitsNear: [{ account, period: '2026-11', percent: 93, points: 4 }],
  limitsDeclined: [{ account, period: '2027-01', reason: 'No capacity.', deadline: '2026-12-20' }],
};

const month = { period: '2026-10', kwh: 4280, sum: null, invoices: 1, lastYearKwh: null };
const consumption: OutputOf<typeof entityConsumption> = { ...success, accounts: 1, months: [month] };

test('an owner is led to each thing that waits, and the first one alone has the lamp', async () => {
  answer(entityOverview, () => waiting);
  await openAsEntityOfTwo(home);
  const first = await screen.findByRole('link', { name: text.toAct });
  expect(first.getAttribute('href')).toBe('/cabinet/entity/docs/payment?period=2026-10');
  const pressable = [...document.querySelectorAll('main a, main button')];
  const lit = pressable.filter(({ className }) => /lamp/i.test(className));
  expect(lit).toEqual([first]);
  const further = [...document.querySelectorAll('main section li a')];
  expect(further.map((link) => link.getAttribute('href'))).toEqual([
    '/cabinet/entity/limits?month=2027-01&correct=2027-01',
    '/cabinet/entity/bills/balance',
    '/cabinet/entity/limits?month=2026-11',
  ]);
});

test('who may only look has nothing to do, and is not told that nothing is due', async () => {
  answer(entityOverview, () => ({ ...waiting, actsToSign: [], limitsNear: [], limitsDeclined: [] }));
  await openAsEntityOfTwo(home, { role: 'viewer', objects: 'all' });
  await screen.findByText(text.doneForRole);
  expect(screen.queryByText(text.doneBody)).toBeNull();
});

test('who is limited to points sees their energy without sums, and asks for nothing else of the company', async () => {
  answer(entityConsumption, () => consumption);
  await openAsEntityOfTwo(home, { role: 'powerEngineer', objects: 'points' });
  await screen.findByRole('heading', { name: consumptionText.pointsTitle });
  await screen.findByRole('columnheader', { name: consumptionText.total, hidden: true });
  expect(screen.queryByRole('columnheader', { name: consumptionText.sumWithVat, hidden: true })).toBeNull();
  expect(payloadsOf(entityOverview)).toEqual([]);
});

test('who has one account comes to its readings, where the energy is too', async () => {
  answer(readingPoints, failed);
  answer(entityConsumption, () => consumption);
  leaveOtherCallsPending();
  signInAsEntityOfTwo();
  accountsListed([{ account, address: 'Садова, 1', objectName: '', greenTarif: false, placeId: 'place' }]);
  await openPage(home);
  const [chart] = await screen.findAllByRole('heading', { name: consumptionText.companyTitle });
  expect(chart).toBeDefined();
  expect(payloadsOf(entityOverview)).toEqual([]);
});
