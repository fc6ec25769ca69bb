import { expect, test } from 'vitest';
import { priceToText } from '../price.ts';
import { nationalTariffHistory } from './national-history.ts';
import { tariffSteps } from './tariff-steps.ts';

const [oldest, , , , two, flat, cliff] = nationalTariffHistory.household;
const heating = nationalTariffHistory.householdHeating[1];

test.each([
  ['three blocks of 2015', oldest, ['0–100: 0.366', '100–600: 0.63', '600–: 1.407']],
  ['two blocks of 2017', two, ['0–100: 0.90', '100–: 1.68']],
  ['one price', flat, ['0–: 1.68']],
  ['the price of the whole volume', cliff, ['0–250: 1.44', '250–: 1.68']],
  ['electric heating', heating, ['0–2000: 2.64 10-01/04-30', '2000–: 4.32']],
])('%s', (_, version, expected) => {
  if (!version) throw new Error('no such version');
  expect(
    tariffSteps(version.rule).map(
      ({ aboveKwh, upToKwh, price, season }) =>
        `${aboveKwh}–${upToKwh ?? ''}: ${priceToText(price)}${season ? ` ${season.from}/${season.to}` : ''}`,
    ),
  ).toEqual(expected);
});
