import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LEDGER_CLOCK } from '#billing/api/ledger.ts';
import { PAYMENT_CONFIRM } from '#billing/api/payments.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import {
  type PaymentTestFixture,
  paid,
  startPaymentFixture,
} from '#billing/modules/payments/testing/payment-fixture.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { postingPeriod, setBookingClock } from './public.ts';

const minute = 60_000;
let fixture: PaymentTestFixture;
let now: Instant;

beforeAll(async () => {
  fixture = await startPaymentFixture();
  now = fixture.billing.clock.now();
});
afterAll(() => fixture.billing.close());
beforeEach(async () => {
  fixture.billing.clock.set(now);
  const { db } = fixture.billing;
  await sql`delete from billing.period`.execute(db);
  await sql`update billing.booking_clock set newest_at = 'epoch'`.execute(db);
});

const periodsAre = (states: Readonly<Record<string, string>>) =>
  sql`insert into billing.period (period, state)
    select key, value from jsonb_each_text(${JSON.stringify(states)}::jsonb)`.execute(fixture.billing.db);

describe('postingPeriod', () => {
  test.each([
    ['no period is known', {}, '2026-11'],
    ['the month is open', { '2026-10': 'open', '2026-11': 'open' }, '2026-11'],
    ['the month is being closed', { '2026-11': 'closing', '2026-12': 'open' }, '2026-12'],
    ['both months are closed', { '2026-11': 'closed', '2026-12': 'closed', '2027-01': 'open' }, '2027-01'],
    ['all months are closed', { '2026-11': 'closed', '2026-12': 'closed', '2027-01': 'closing' }, '2027-02'],
  ])('is the first open one when %s', async (_when, states, period) => {
    await periodsAre(states);
    expect(await postingPeriod(fixture.billing.db, now)).toBe(period);
  });

  test('begins with the month in Kyiv', async () => {
    const { db } = fixture.billing;
    expect(await postingPeriod(db, instantFromIso('2026-11-30T21:59:59Z'))).toBe('2026-11');
    expect(await postingPeriod(db, instantFromIso('2026-11-30T22:00:00Z'))).toBe('2026-12');
  });
});

describe('a clock before the newest booking', () => {
  async function confirmAt(at: number) {
    const { orderId, paymentId } = await fixture.start(await fixture.makeDebtor());
    fixture.billing.clock.set(at as Instant);
    const confirmed = await fixture.billing.call(PAYMENT_CONFIRM, paid(orderId));
    return { confirmed, paymentId };
  }

  test('books nothing, says so, and books again when it is right', async () => {
    expect((await confirmAt(now)).confirmed).toMatchObject({ ok: true });
    const late = await confirmAt(now - 120 * 24 * 60 * minute);
    expect(late.confirmed).toEqual({ ok: false, code: 'billing.clockBehind' });
    expect(fixture.billing.logged).toMatchObject([
      {
        level: 'error',
        reference: expect.any(String),
        module: 'PAYMENT_CONFIRM',
        err: {
          message: expect.stringContaining('nothing is booked until it is set right'),
          stack: expect.any(String),
        },
      },
    ]);
    expect(await fixture.entriesOf(late.paymentId)).toEqual([]);
    expect(await fixture.movesOf(late.paymentId)).toEqual(['>started']);
    expect((await fixture.billing.ask(LEDGER_CLOCK, {})).isBehind).toBe(true);
    fixture.billing.clock.set(now);
    expect((await fixture.billing.ask(LEDGER_CLOCK, {})).isBehind).toBe(false);
  });

  test('within what clocks of nodes may differ by does not matter', async () => {
    expect((await confirmAt(now)).confirmed).toMatchObject({ ok: true });
    expect((await confirmAt(now - 4 * minute)).confirmed).toMatchObject({ ok: true });
  });

  test.each([
    ['ahead of', 301_000],
    ['behind', -301_000],
  ])(
    'a machine whose clock is more than five minutes %s that of the database books nothing',
    async (_side, byMs) => {
      const system = systemClock.now.bind(systemClock);
      vi.spyOn(systemClock, 'now').mockImplementation(() => (system() + byMs) as Instant);
      try {
        const { confirmed, paymentId } = await confirmAt(now);
        expect(confirmed).toEqual({ ok: false, code: 'billing.clockBehind' });
        expect(await fixture.entriesOf(paymentId)).toEqual([]);
        const { isBehind, differsBySeconds = 0 } = await fixture.billing.ask(LEDGER_CLOCK, {});
        expect(isBehind).toBe(false);
        expect(Math.sign(differsBySeconds)).toBe(Math.sign(byMs));
        await expect(setBookingClock(fixture.billing.db)).rejects.toThrow('set right');
      } finally {
        vi.restoreAllMocks();
      }
      expect((await confirmAt(now)).confirmed).toMatchObject({ ok: true });
    },
  );

  test('a closing is a booking, and is not begun by such a clock', async () => {
    const { db, url } = fixture.billing;
    const { pool, close } = connectDatabase<unknown>({ url, poolSize: 5 });
    const closing = (iso: string, period: string) => {
      fixture.billing.clock.set(instantFromIso(iso));
      return closePeriod({ db, pool, clock: fixture.billing.clock, period: period as BillingPeriod });
    };
    expect(await closing('2026-12-03T10:00:00Z', '2026-11')).toMatchObject({ kind: 'closed' });
    await expect(closing('2026-11-03T10:00:00Z', '2026-10')).rejects.toThrow('nothing is booked');
    expect(await postingPeriod(db, instantFromIso('2026-12-03T10:00:00Z'))).toBe('2026-12');
    await expect(postingPeriod(db, now)).rejects.toThrow('nothing is booked');
    await close();
  });
});
