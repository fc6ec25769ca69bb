import { expect, test } from 'vitest';
import { nationalTariffHistory } from '#domain/tariffs/national-history.ts';
import { actWords } from './act-words.template.ts';

const publicService = 'https://zakon.rada.gov.ua/laws/show/483-2019-%D0%BF';

test.each([
  ['NEURC-220-2015-02-26', 'Постанова НКРЕКП № 220 від 26.02.2015', null],
  ['CMU-483-2019-06-05', 'Постанова КМУ № 483 від 05.06.2019, зі змінами', publicService],
  ['CMU-859-2021-08-11', 'Постанова КМУ № 483 від 05.06.2019, зі змінами', publicService],
  [
    'CMU-632-2024-05-31',
    'Постанова КМУ № 483 від 05.06.2019, зі змінами (№ 632 від 31.05.2024)',
    publicService,
  ],
  ['CMU-77-2027-01-02', 'Постанова КМУ № 77 від 02.01.2027', null],
  ['SUPPLIER-OFFER-2025-07-01', 'Комерційна пропозиція постачальника від 01.07.2025', null],
  ['Рішення правління № 5', 'Рішення правління № 5', null],
  ['OTHER-5-2025-07-01', 'OTHER-5-2025-07-01', null],
  ['CMU-5-2025-02-30', 'CMU-5-2025-02-30', null],
])('the act %s reads "%s"', (key, act, actUrl) => {
  expect(actWords(key)).toEqual({ act, actUrl });
});

test('every act of the national history has words', () => {
  const keys = Object.values(nationalTariffHistory).flatMap((versions) => versions.map(({ act }) => act));
  expect(keys.filter((key) => actWords(key).act === key)).toEqual([]);
});
