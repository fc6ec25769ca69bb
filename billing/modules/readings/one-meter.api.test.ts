import type { KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { READING_CORRECT, READING_PREVIEW, READING_SUBMIT } from '#billing/api/readings.ts';
import { createBilling } from '#billing/billing.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { type EntityHandle, makeEntity, makePrices } from '#billing/testing/make-contract.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';

/** A company of 120 points and one of two, with the same contract. */
let chain: EntityHandle;
let shop: EntityHandle;

const points = (count: number) =>
  Array.from({ length: count }, () => ({ before: 100, after: undefined, reactiveImport: 5 }));

const fixture = provideTestBilling({ now: '2026-11-30T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  const prices = { transmission: '0.50', distribution: '1.00' };
  await makePrices(fixture.db, localDate('2026-01-01'), prices);
  const contract = { priceKind: 'fixedGross', fixedPrice: '6.00' } as const;
  const period = billingPeriod('2026-11');
  chain = await makeEntity(fixture.db, { period, contract, points: points(120) });
  shop = await makeEntity(fixture.db, { period, contract, points: points(2) });
});

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

/** Values that each call is given, in this order: a correction needs a reading. */
const calls = [
  ['a preview', READING_PREVIEW, '150', () => ({})],
  ['a submission', READING_SUBMIT, '160', () => ({ requestId: newId() })],
  ['a correction', READING_CORRECT, '170', () => ({ requestId: newId(), reason: 'typo' })],
] as const;

describe('a reading of one meter', () => {
  test.each(calls)(
    '%s of a company with 120 points reads as much as of one with two',
    async (_, module, single, more) => {
      const sizes: number[] = [];
      // The first submission opens the period.
      for (const { accountNumber, points: own } of [shop, shop, chain]) {
        const { meterId } = own[sizes.length === 0 ? 0 : 1] ?? {};
        const input = { accountNumber, meterId, values: { single }, ...more() };
        const { size, result } = await runCounted(module, input);
        expect(result).toMatchObject({ ok: true });
        sizes.push(size);
      }
      const [, ofShop = 0, ofChain] = sizes;
      expect(ofChain).toBeLessThan(1.1 * ofShop);
    },
  );

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
    const input = { accountNumber, meterId, values: { single: '160' }, requestId: newId() };
    const { size, result } = await runCounted(READING_SUBMIT, input);
    expect(result).toMatchObject({ ok: false, code });
    expect(size).toBeLessThan(5000);
  });
});
