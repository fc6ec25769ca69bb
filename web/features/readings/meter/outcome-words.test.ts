import { expect, test } from 'vitest';
import { outcomeWords } from './outcome-words.ts';

const deviation = (kwh: string, lastYear: string) => ({
  code: 'readings.deviation',
  message: 'message of the catalogue',
  advice: { code: 'readings.lastYear', message: 'advice of the catalogue', params: { kwh, lastYear } },
});

test.each([
  ['900', '419', 'Це більш ніж удвічі більше, ніж торік: 900 кВт·год замість 419.'],
  ['1\u00a0300', '400', 'Це більш ніж утричі більше, ніж торік: 1\u00a0300 кВт·год замість 400.'],
  ['360', '200', 'Це на 80 % більше, ніж торік: 360 кВт·год замість 200.'],
  ['80', '200', 'Це на 60 % менше, ніж торік: 80 кВт·год замість 200.'],
])('outcomeWords of %s kWh after %s', (kwh, lastYear, message) =>
  expect(outcomeWords(deviation(kwh, lastYear))).toEqual({ message, advice: undefined }),
);

test('outcomeWords are those of the catalogue for other codes and for answers without parameters', () => {
  const { advice, ...stored } = deviation('900', '419');
  const catalogue = { message: stored.message, advice: advice.message };
  expect(outcomeWords({ ...stored, advice: { code: advice.code, message: advice.message } })).toEqual(
    catalogue,
  );
  expect(outcomeWords({ ...stored, advice, code: 'readings.operatorCheck' })).toEqual(catalogue);
});
