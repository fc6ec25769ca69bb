import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { READING_CORRECT, READING_PREVIEW, READING_SUBMIT } from '#billing/api/readings.ts';
import { createBilling } from '#billing/billing.ts';
import { type EntityHandle, makeEntity, makePrices } from '#billing/testing/make-contract.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';

let fixture: TestBilling;
/** A company of 120 points and one of two, with the same contract. */
let chain: EntityHandle;
let shop: EntityHandle;

const points = (count: number) =>
  Array.from({ length: count }, () => ({ before: 100, after: undefined, reactiveImport: 5 }));

beforeAll(async () => {
  fixture = await startTestBilling('2026-11-30T10:00:00Z');
  await makeSupplier(fixture.db);
  const prices = { transmission: '0.50', distribution: '1.00' };
  await makePrices(fixture.db, localDate('2026-01-01'), prices);
  const contract = { priceKind: 'fixedGross', fixedPrice: '6.00' } as const;
  const period = billingPeriod('2026-11');
  chain = await makeEntity(fixture.db, { period, contract, points: points(120) });
  shop = await makeEntity(fixture.db, { period, contract, points: points(2) });
});
afterAll(() => fixture.close());

interface Read {
  /** Characters of the rows that the database answered with. */
  readonly size: number;
  readonly result: { readonly ok: boolean; readonly code?: string; readonly data?: unknown };
}

/** Runs a module and counts what it reads; state of the process is loaded by a run before. */
async function runCounted(module: { readonly name: string }, input: object): Promise<Read> {
  let size = 0;
  const count: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      size += JSON.stringify(result.rows, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ).length;
      return result;
    },
  };
  const billing = createBilling({ db: fixture.db.withPlugin(count), clock: fixture.clock });
  const result = await billing.run(module.name, input, { reference: newId(), actor: 'test' });
  return { size, result: result as Read['result'] };
}

const calls = [
  ['a preview', READING_PREVIEW, () => ({})],
  ['a submission', READING_SUBMIT, () => ({ requestId: newId() })],
  ['a correction', READING_CORRECT, () => ({ requestId: newId(), reason: 'typo' })],
] as const;

describe('a reading of one meter', () => {
  test.each(calls)(
    '%s of a company with 120 points reads as much as of one with two',
    async (_, module, more) => {
      const [ofChain, ofShop] = await Promise.all(
        [chain, shop].map(({ accountNumber, points: [, point] }) =>
          runCounted(module, {
            accountNumber,
            meterId: point?.meterId,
            values: { single: '160' },
            ...more(),
          }),
        ),
      );
      expect(ofChain?.result).toMatchObject({ ok: module !== READING_CORRECT });
      expect(ofShop?.result.ok).toBe(ofChain?.result.ok);
      expect(ofChain?.size).toBeLessThan(1.1 * (ofShop?.size ?? 0));
    },
  );

  test('a correction of an accepted reading reads as much, too', async () => {
    const sizes: number[] = [];
    for (const {
      accountNumber,
      points: [, point],
    } of [chain, shop]) {
      const input = { accountNumber, meterId: point?.meterId, values: { single: '170' }, reason: 'typo' };
      const { size, result } = await runCounted(READING_CORRECT, { ...input, requestId: newId() });
      expect(result).toMatchObject({ ok: true, data: { receipt: { sum: '420.00' } } });
      sizes.push(size);
    }
    expect(sizes[0]).toBeLessThan(1.1 * (sizes[1] ?? 0));
  });

  test('a preview by a contract says the cost of the meter and no bill of the account', async () => {
    const [point] = chain.points;
    const input = { accountNumber: chain.accountNumber, meterId: point?.meterId, values: { single: '160' } };
    expect(await fixture.ask(READING_PREVIEW, input)).toMatchObject({
      cost: { kwh: 60, sum: '360.00', bill: null },
      withoutReading: { bill: null },
    });
  });

  test.each([
    ['an unknown meter', newId(), 'readings.meterNotFound'],
    ['no named meter of several', undefined, 'readings.severalMeters'],
  ])('%s is refused without reading the others', async (_, meterId, code) => {
    const { accountNumber } = chain;
    const input = { accountNumber, meterId, values: { single: '160' }, requestId: newId(), reason: 'typo' };
    const { size, result } = await runCounted(READING_CORRECT, input);
    expect(result).toMatchObject({ ok: false, code });
    expect(size).toBeLessThan(5000);
  });
});
