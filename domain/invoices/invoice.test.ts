import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type WattHours, wattHours } from '../energy.ts';
import { kopiykas, negateMoney, sumMoney, zeroMoney } from '../money.ts';
import type { Price } from '../price.ts';
import type { RoundingMode } from './contract-terms.ts';
import { composeInvoiceTotals, invoiceLineAmount } from './invoice.ts';

const anyMode = fc.constantFrom<RoundingMode>('halfUp', 'truncate');
const anyBase = fc.constantFrom('net' as const, 'gross' as const);
const anyEnergy = fc.integer({ min: -1e12, max: 1e12 }).map(wattHours);
const anyPrice = fc.bigInt({ min: 0n, max: 100_000_000n }).map((price) => price as Price);
const anySum = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map(kopiykas);

describe('invoiceLineAmount', () => {
  test.each<[number, bigint, RoundingMode, bigint]>([
    // 1 kWh at half a kopiyka
    [1000, 5000n, 'halfUp', 1n],
    [1000, 5000n, 'truncate', 0n],
    [1000, 4999n, 'halfUp', 0n],
    [-1000, 5000n, 'halfUp', -1n],
    [-1000, 5000n, 'truncate', 0n],
    [-1000, 4999n, 'halfUp', 0n],
    [1000, 15_000n, 'halfUp', 2n],
    [-1000, 15_999n, 'truncate', -1n],
    [0, 5_980_370n, 'halfUp', 0n],
  ])('%i Wh at %s millionths, %s: %s kopiykas', (energy, price, mode, amount) => {
    expect(invoiceLineAmount(wattHours(energy), price as Price, mode)).toBe(amount);
  });

  test('mirrors negative energy and differs from the exact amount by less than a kopiyka', () => {
    fc.assert(
      fc.property(anyEnergy, anyPrice, anyMode, (energy, price, mode) => {
        const amount = invoiceLineAmount(energy, price, mode);
        expect(invoiceLineAmount(-energy as WattHours, price, mode)).toBe(-amount);
        const difference = BigInt(energy) * price - amount * 10_000_000n;
        const size = difference < 0n ? -difference : difference;
        expect(size <= (mode === 'halfUp' ? 5_000_000n : 9_999_999n)).toBe(true);
      }),
    );
  });

  test('truncation is never farther from zero than half-up', () => {
    fc.assert(
      fc.property(anyEnergy, anyPrice, (energy, price) => {
        const size = (mode: RoundingMode) => {
          const amount = invoiceLineAmount(energy, price, mode);
          return amount < 0n ? -amount : amount;
        };
        const extra = size('halfUp') - size('truncate');
        expect(extra === 0n || extra === 1n).toBe(true);
      }),
    );
  });
});

describe('composeInvoiceTotals', () => {
  test.each([
    // Gross totals of real contracts
    ['gross', [17_385_657n], 2_897_610n],
    ['gross', [25_619_040n], 4_269_840n],
    ['gross', [102_047_201n], 17_007_867n],
    ['gross', [412_286_598n], 68_714_433n],
    // 0.02 × 0.2 = 0.004; 0.03 × 0.2 = 0.006
    ['net', [2n], 0n],
    ['net', [3n], 1n],
    ['net', [-3n], -1n],
    ['gross', [3n], 1n],
    ['gross', [-3n], -1n],
    ['net', [], 0n],
    ['gross', [], 0n],
    // VAT once: three lines of 0.02 have 0.01, each alone none
    ['net', [2n, 2n, 2n], 1n],
  ] as const)('%s base of the lines %s has a VAT of %s', (base, amounts, vat) => {
    expect(composeInvoiceTotals(amounts.map(kopiykas), base).vat).toBe(vat);
  });

  test('net and VAT add up to gross, the lines to the base, and a reversal is the same with the other sign', () => {
    fc.assert(
      fc.property(fc.array(anySum), anyBase, (amounts, base) => {
        const { net, vat, gross } = composeInvoiceTotals(amounts, base);
        expect(net + vat).toBe(gross);
        expect(base === 'net' ? net : gross).toBe(sumMoney(amounts));
        expect(composeInvoiceTotals(amounts.map(negateMoney), base)).toEqual({
          net: -net,
          vat: -vat,
          gross: -gross,
        });
      }),
    );
  });

  test('the lines of an invoice and of its reversal leave nothing', () => {
    const line = fc.tuple(anyEnergy, anyPrice);
    fc.assert(
      fc.property(fc.array(line), anyMode, anyBase, (lines, mode, base) => {
        const amounts = (sign: 1 | -1) =>
          lines.map(([energy, price]) => invoiceLineAmount((sign * energy) as WattHours, price, mode));
        const both = composeInvoiceTotals([...amounts(1), ...amounts(-1)], base);
        expect(both).toEqual({ net: zeroMoney, vat: zeroMoney, gross: zeroMoney });
      }),
    );
  });
});
