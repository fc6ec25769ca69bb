import { afterAll, beforeAll, expect, test } from 'vitest';
import { VOLUME_LIST, VOLUME_NEAR, VOLUME_REQUEST_LIST, VOLUME_YEAR } from '#billing/api/volumes.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { makeSampleVolumeRequests } from '#cli/sample/load-sample.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

const chain = '1000000002';
let billing: TestBilling;

beforeAll(async () => {
  billing = await startTestBilling('2026-11-22T10:00:00Z', await createSampleDatabase('2026-11-22'));
  await makeSampleVolumeRequests(billing.db, billing.clock);
});
afterAll(() => billing.close());

test('the chain has a point above its tolerance, an applied correction, and points near their limit this month', async () => {
  const year = await billing.ask(VOLUME_YEAR, { accountNumber: chain, year: 2026 });
  const [october, november] = [year.months[9], year.months[10]];
  expect(october?.outsidePoints).toBeGreaterThan(0);
  expect(october?.correctedKwh).not.toBe(october?.contractedKwh);
  expect(november).toMatchObject({ points: 312, isForecast: true });
  expect(november?.nearPoints).toBeGreaterThan(0);
  const { points } = await billing.ask(VOLUME_LIST, {
    accountNumber: chain,
    from: '2026-11',
    to: '2026-11',
    words: '',
    sort: 'share',
  });
  const { accounts } = await billing.ask(VOLUME_NEAR, { accountNumbers: [chain] });
  expect(accounts[0]?.points).toBe(november?.nearPoints);
  expect(accounts[0]?.worst?.eic).toBe(points[0]?.eic);
});

test('the sample has a request that waits, one applied, and declined ones with their reasons', async () => {
  const ofChain = await billing.ask(VOLUME_REQUEST_LIST, { accountNumber: chain, limit: 10 });
  expect(ofChain.requests.map(({ state }) => state).toSorted()).toEqual(['applied', 'declined', 'sent']);
  const ofBakery = await billing.ask(VOLUME_REQUEST_LIST, { accountNumber: '1000000001', limit: 10 });
  expect(ofBakery.requests).toMatchObject([
    { state: 'declined', reason: expect.stringContaining('потужність') },
  ]);
});
