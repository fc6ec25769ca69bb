import { afterAll, beforeAll, expect, test } from 'vitest';
import { PERIOD_CLOSING_STATE } from '#billing/api/billing-periods.ts';
import { createBilling } from '#billing/billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { openPeriodsUpTo } from './period-store.ts';
import { type ClosingFixture, startClosingFixture } from './testing/closing-fixture.ts';

let fixture: ClosingFixture;
const period = billingPeriod('2026-10');
const began = instantFromIso('2026-11-03T10:00:00Z');

beforeAll(async () => {
  fixture = await startClosingFixture();
  await makeSupplier(fixture.db);
  await openPeriodsUpTo(fixture.db, period);
  for (let index = 0; index < 10; index++)
    await makeAccount(fixture.db, { history: [{ period: '2026-09', closing: { single: 1000 } }] });
});

afterAll(() => fixture.end());

async function state() {
  const billing = createBilling({ db: fixture.db, clock: fixedClock(began) });
  const context = { reference: '1', actor: 'test' };
  const result = await billing.run(PERIOD_CLOSING_STATE.name, { limit: 5 }, context);
  if (!result.ok) throw new Error(result.code);
  return PERIOD_CLOSING_STATE.output.parse(result.data).periods;
}

test('who looks on sees how far a closing is, whether it runs, and how fast', async () => {
  expect(await state()).toEqual([
    {
      period: '2026-10',
      state: 'open',
      isRunning: false,
      done: null,
      total: null,
      startedAt: null,
      closedAt: null,
      perSecond: null,
    },
  ]);
  const clock = fixedClock(began);
  const stop = new AbortController();
  const seen: Awaited<ReturnType<typeof state>>[] = [];
  const looking: Promise<void>[] = [];
  const result = await fixture.close(period, {
    clock,
    chunkSize: 2,
    signal: stop.signal,
    onProgress({ done }) {
      // Two seconds a chunk.
      clock.set((began + done * 1000) as Instant);
      looking.push(state().then((one) => void seen.push(one)));
      if (done >= 6) stop.abort();
    },
  });
  expect(result.kind).toBe('interrupted');
  await Promise.all(looking);
  expect(seen[0]?.[0]).toMatchObject({ state: 'closing', total: 10, startedAt: '2026-11-03T10:00:00.000Z' });
  expect(seen.some(([one]) => one?.isRunning)).toBe(true);
  const [cut] = await state();
  expect(cut).toMatchObject({ state: 'closing', isRunning: false, total: 10 });
  expect(cut?.done).toBeGreaterThanOrEqual(6);
  expect(cut?.perSecond).toBeGreaterThan(0);

  await fixture.close(period);
  expect((await state()).map((one) => [one.period, one.state, one.done, one.total])).toEqual([
    ['2026-11', 'open', null, null],
    ['2026-10', 'closed', 10, 10],
  ]);
});
