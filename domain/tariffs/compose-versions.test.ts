import { describe, expect, test } from 'vitest';
import { priceFromText } from '../price.ts';
import { billingPeriod } from '../time/billing-period.ts';
import { localDate } from '../time/local-date.ts';
import { composeVersions } from './compose-versions.ts';
import { selectVersions } from './select-versions.ts';
import type { TariffVersion } from './tariff.ts';

const begin = localDate('1950-01-01');

function flat(amount: string, validFrom: string, validTo?: string): TariffVersion {
  return {
    validFrom: localDate(validFrom),
    ...(validTo !== undefined && { validTo: localDate(validTo) }),
    rule: { kind: 'flat', price: priceFromText(amount) },
    coefficients: {},
    act: amount,
  };
}

const daysOf = (versions: readonly TariffVersion[]) =>
  versions.map(({ act, validFrom, validTo }) => [act, validFrom, validTo]);

describe('composeVersions', () => {
  test('keeps the versions of the only span as they are', () => {
    const versions = [flat('1', '2020-01-01', '2023-12-31'), flat('2', '2024-01-01')];
    expect(composeVersions([{ from: begin, versions }])).toEqual(versions);
  });

  test('cuts the versions of each tariff to the days of the account', () => {
    const composed = composeVersions([
      { from: begin, versions: [flat('1', '2020-01-01', '2023-12-31'), flat('2', '2024-01-01')] },
      {
        from: localDate('2024-03-11'),
        versions: [flat('8', '2019-01-01', '2022-12-31'), flat('9', '2023-01-01')],
      },
      { from: localDate('2025-01-01'), versions: [flat('2', '2024-01-01')] },
    ]);
    expect(daysOf(composed)).toEqual([
      ['1', '2020-01-01', '2023-12-31'],
      ['2', '2024-01-01', '2024-03-10'],
      ['9', '2024-03-11', '2024-12-31'],
      ['2', '2025-01-01', undefined],
    ]);
  });

  test('keeps a version of one day, and ends where the version or the span ends', () => {
    const composed = composeVersions([
      {
        from: begin,
        versions: [
          flat('1', '2024-03-10', '2024-03-10'),
          flat('2', '2024-03-11'),
          flat('3', '2024-01-01', '2024-03-10'),
          flat('5', '2024-02-01', '2024-12-31'),
        ],
      },
      { from: localDate('2024-03-11'), versions: [flat('4', '2024-03-11', '2024-12-31')] },
    ]);
    expect(daysOf(composed)).toEqual([
      ['1', '2024-03-10', '2024-03-10'],
      ['3', '2024-01-01', '2024-03-10'],
      ['5', '2024-02-01', '2024-03-10'],
      ['4', '2024-03-11', '2024-12-31'],
    ]);
    expect(composeVersions([{ from: begin, versions: [flat('2', '2024-03-11')] }])[0]).not.toHaveProperty(
      'validTo',
    );
  });

  test('splits the month of the change by its days', () => {
    const composed = composeVersions([
      { from: begin, versions: [flat('2', '2024-01-01')] },
      { from: localDate('2024-03-11'), versions: [flat('9', '2023-01-01')] },
    ]);
    const parts = selectVersions(composed, billingPeriod('2024-03'));
    expect(parts.map(({ version, from, to, days }) => [version.act, from, to, days])).toEqual([
      ['2', '2024-03-01', '2024-03-10', 10],
      ['9', '2024-03-11', '2024-03-31', 21],
    ]);
  });

  test('leaves days without a tariff where the tariff of the span has none', () => {
    const composed = composeVersions([
      { from: begin, versions: [flat('2', '2020-01-01')] },
      { from: localDate('2024-03-11'), versions: [flat('9', '2024-04-01')] },
    ]);
    expect(() => selectVersions(composed, billingPeriod('2024-03'))).toThrow('No tariff on 2024-03-11');
  });
});
