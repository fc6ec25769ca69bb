import { expect, test } from 'vitest';
import { standardRules } from '../rules/testing/standard-rules.ts';
import { plannedBasisText } from './planned-words.template.ts';
import { reactiveFormulaText } from './reactive-words.template.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [null, 'За сумою, нарахованою за листопад 2026.'],
  [{ declaredKwh: 4580, undeclaredKwh: 0 }, 'За заявленим обсягом 4 580 кВт·год і цінами за листопад 2026.'],
  [
    { declaredKwh: 4580, undeclaredKwh: 20 },
    'За заявленим обсягом 4 580 кВт·год, для решти точок — за 20 кВт·год, як за листопад 2026, і цінами за листопад 2026.',
  ],
])('plannedBasisText of %j', (volume, words) => {
  expect(plain(plannedBasisText(volume, 'листопад 2026'))).toBe(words);
});

test('reactiveFormulaText names the numbers of the rules', () => {
  const standard = plain(reactiveFormulaText(standardRules.reactive));
  for (const words of [
    '(R+ + 3 × R−) × D × T',
    'плата × (tgφ − 0,25)²',
    'більший за 0,25',
    'щонайбільше 3,0625',
    'спожив від 5 000 кВт·год активної енергії за місяць.',
  ])
    expect(standard).toContain(words);
  const own = { generationFactor: 15_000, surchargeFactor: 20_000, tgLimit: 3000, cap: 20_000 };
  const changed = plain(reactiveFormulaText({ ...own, minKwh: 0, minKilowatts: 50 }));
  for (const words of [
    '1,5 × R−',
    'плата × 2 × (tgφ − 0,3)²',
    'щонайбільше 1.',
    'має договірну потужність від 50 кВт.',
  ])
    expect(changed).toContain(words);
  expect(plain(reactiveFormulaText({ ...own, minKwh: 0, minKilowatts: 0 }))).not.toContain('Нараховують');
});
