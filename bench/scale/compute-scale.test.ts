import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { computeScale, documentedSizes, renderScale, scaleInputs } from './compute-scale.ts';

test('computeScale adds up what accounts do in a month and at the peak', () => {
  const scale = computeScale(3_600_000, {
    ...{ closingBytes: 1000, readingBytes: 2000, paymentBytes: 4000, callBytes: 500 },
    ...{ readingsPerCore: 100, callsPerCore: 10, closedPerSecond: 6000, databaseShare: 0.5 },
    ...{ readShare: 0.5, paidShare: 0.25, callsPerVisit: 10 },
    ...{ lastDayShare: 0.4, busiestHourShare: 0.1, peakFactor: 2 },
    ...{ monthsOnline: 10, monthsOfCalls: 2, coresOfNode: 8, usage: 0.5 },
  });
  expect(scale).toEqual({
    // 1,000 + 1,000 + 1,000 bytes an account; of calls 2,500 a month.
    ...{ monthGb: 10.8, databaseGb: 126, closingMinutes: 10 },
    // 1.8 M visits, 144,000 of them in the busiest hour.
    ...{ visitsPerSecond: 40, callsPerSecond: 400 },
    ...{ portalCores: 20.2, databaseCores: 20.2, portalNodes: 7, databaseCoresAtUsage: 41 },
  });
});

test('docs/scale.md has the table and the inputs of the computation', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8');
  expect(document).toContain(renderScale(documentedSizes, scaleInputs));
  for (const [name, value] of Object.entries(scaleInputs))
    expect(document).toMatch(new RegExp(`^\\| \`${name}\` \\| ${value} \\|`, 'm'));
});
