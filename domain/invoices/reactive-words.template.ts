import { formatKwh, fromKwh } from '../energy.ts';
import type { ReactiveRules } from './reactive.ts';

/** A number in ten-thousandths: "3", "0,25", "3,0625". */
function rateText(rate: number): string {
  const decimals = String(rate % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '');
  const whole = String(Math.floor(rate / 10_000));
  return decimals === '' ? whole : `${whole},${decimals}`;
}

/** How the lines of reactive energy are computed, so that a customer computes them again. Source: facts of entities 1.4. */
export function reactiveFormulaText(rules: ReactiveRules): string {
  const { generationFactor, surchargeFactor, tgLimit, cap, minKwh, minKilowatts } = rules;
  const limit = rateText(tgLimit);
  const conditions = [
    minKwh === 0 ? '' : `спожив від ${formatKwh(fromKwh(minKwh))} кВт·год активної енергії за місяць`,
    minKilowatts === 0 ? '' : `має договірну потужність від ${formatKwh(fromKwh(minKilowatts))} кВт`,
  ].filter((condition) => condition !== '');
  return [
    `Плата за перетікання = (R+ + ${rateText(generationFactor)} × R−) × D × T.`,
    'R+ і R− — спожита й віддана реактивна енергія точки, D — її економічний еквівалент (встановлює оператор).',
    'T — ціна самої енергії за договором, без ПДВ; з ціни, яка містить ПДВ, — п’ять шостих.',
    `Надбавка = плата × ${surchargeFactor === 10_000 ? '' : `${rateText(surchargeFactor)} × `}(tgφ − ${limit})², коли tgφ = R+ ÷ активна енергія точки більший за ${limit};`,
    `квадрат дужок — щонайбільше ${rateText(cap - 10_000)}.`,
    conditions.length === 0 ? '' : `Нараховують, коли об’єкт ${conditions.join(' і ')}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
