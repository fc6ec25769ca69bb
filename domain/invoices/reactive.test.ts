import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceFromText } from '../price.ts';
import { chargeReactive, isReactiveCharged, type ReactiveRates, usageOfSites } from './reactive.ts';

const rates: ReactiveRates = {
  generationFactor: 30_000,
  surchargeFactor: 10_000,
  tgLimit: 2500,
  cap: 40_625,
};
const price = priceFromText('1');

/** A kvarh costs 0.10: P2 in kopiykas is 10 × kvarh × (Kφ − 1). */
const charge = (activeKwh: number, importKvarh: number, exportKvarh = 0, changed = {}) =>
  chargeReactive(
    { activeKwh, importKvarh, exportKvarh, equivalent: 100_000, price, priceBase: 'net' },
    { ...rates, ...changed },
    'halfUp',
  );

describe('chargeReactive', () => {
  test.each([
    // tgφ 0, 0.25, 0.30, 0.50, 1.00, 2.00 and above
    [0, 1],
    [25_000, 1],
    [30_000, 1.0025],
    [50_000, 1.0625],
    [100_000, 1.5625],
    [200_000, 4.0625],
    [200_160, 4.0625],
    [1_000_000, 4.0625],
  ])('100000 kWh and %i kvarh have Kφ = %d', (kvarh, factor) => {
    const { p1, p2, net, tgPhi } = charge(100_000, kvarh);
    expect(tgPhi).toBe(kvarh / 100_000);
    expect(p1).toBe(BigInt(kvarh) * 10n);
    expect(p2).toBe((BigInt(kvarh) * 10n * BigInt(Math.round((factor - 1) * 10_000))) / 10_000n);
    expect(net).toBe(p1 + p2);
  });

  test('counts generated energy K times in P1, not in tgφ', () => {
    expect(charge(100_000, 10_000, 1000)).toMatchObject({ tgPhi: 0.1, p1: 130_000n, p2: 0n });
    expect(charge(100_000, 10_000, 1000, { generationFactor: 15_000 }).p1).toBe(115_000n);
  });

  test('takes limit, cap and factor of the surcharge from the rates', () => {
    expect(charge(100_000, 100_000, 0, { tgLimit: 5000 }).p2).toBe(250_000n);
    expect(charge(100_000, 100_000, 0, { cap: 12_000 }).p2).toBe(200_000n);
    expect(charge(100_000, 100_000, 0, { surchargeFactor: 5000 }).p2).toBe(281_250n);
  });

  test('without active energy has no tgφ and the cap', () => {
    expect(charge(0, 1000)).toEqual({ tgPhi: null, p1: 10_000n, p2: 30_625n, net: 40_625n });
    expect(charge(0, 0)).toEqual({ tgPhi: null, p1: 0n, p2: 0n, net: 0n });
  });

  test('rounds half a kopiyka by the mode of the contract', () => {
    const input = {
      activeKwh: 1000,
      importKvarh: 5,
      exportKvarh: 0,
      equivalent: 1000,
      price,
      priceBase: 'net' as const,
    };
    expect(chargeReactive(input, rates, 'halfUp').p1).toBe(1n);
    expect(chargeReactive(input, rates, 'truncate').p1).toBe(0n);
  });

  test('takes a price with VAT by its exact net part and rounds each sum once', () => {
    // 9.15598 × 5/6 = 7.62998333…
    const input = { activeKwh: 10 ** 9, importKvarh: 10_000_000, exportKvarh: 0, equivalent: 1000 };
    const gross = { ...input, price: priceFromText('9.15598'), priceBase: 'gross' as const };
    expect(chargeReactive(gross, rates, 'halfUp').p1).toBe(7_629_983n);
    const large = { ...gross, importKvarh: 1_000_000_000, activeKwh: 10 ** 10 };
    expect(chargeReactive(large, rates, 'halfUp').p1).toBe(762_998_333n);
  });

  test.each([
    [5000, 0, 5000, 0, true],
    [4999, 10_000_000, 5000, 0, false],
    [0, 0, 0, 0, true],
    [5000, 50_000, 5000, 50, true],
    [5000, 49_999, 5000, 50, false],
  ])('a site of %i kWh and %i W with the threshold of %i kWh and %i kW is charged: %s', (...row) => {
    const [activeKwh, contractedPowerWatts, minKwh, minKilowatts, isCharged] = row;
    expect(isReactiveCharged({ activeKwh, contractedPowerWatts }, { minKwh, minKilowatts })).toBe(isCharged);
  });

  test('the usage of a site is that of its points; one behind another of the site is measured there', () => {
    const point = { site: 'A', feeder: undefined, activeKwh: 3000, contractedPowerWatts: 20_000 };
    const usages = usageOfSites([
      { ...point, eicCode: 'main' },
      { ...point, eicCode: 'behind', feeder: 'main', activeKwh: 1000 },
      { ...point, eicCode: 'beside', activeKwh: 2000 },
      { ...point, eicCode: 'elsewhere', feeder: 'main', site: 'B', activeKwh: 700 },
    ]);
    expect(Object.fromEntries(usages)).toEqual({
      A: { activeKwh: 5000, contractedPowerWatts: 40_000 },
      B: { activeKwh: 700, contractedPowerWatts: 20_000 },
    });
  });

  test('refuses a part of a kvarh', () => {
    expect(() => charge(100, 0.5)).toThrow(RangeError);
  });

  test('more reactive energy never costs less, and P2 stays below the cap', () => {
    const energy = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(energy, energy, energy, energy, (active, imported, exported, more) => {
        const less = charge(active, imported, exported);
        expect(charge(active, imported + more, exported).net).toBeGreaterThanOrEqual(less.net);
        // 3.0625 × P1, and the two roundings
        expect(less.p2 * 10_000n).toBeLessThanOrEqual(less.p1 * 30_625n + 25_000n);
      }),
    );
  });
});
