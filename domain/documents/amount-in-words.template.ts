import type { Kopiykas } from '../money.ts';

type Forms = readonly [one: string, few: string, many: string];

const feminineUnits = ['', 'одна', 'дві'] as const;
const units = [
  '',
  'один',
  'два',
  'три',
  'чотири',
  'п’ять',
  'шість',
  'сім',
  'вісім',
  'дев’ять',
  'десять',
  'одинадцять',
  'дванадцять',
  'тринадцять',
  'чотирнадцять',
  'п’ятнадцять',
  'шістнадцять',
  'сімнадцять',
  'вісімнадцять',
  'дев’ятнадцять',
] as const;
const tens = [
  '',
  '',
  'двадцять',
  'тридцять',
  'сорок',
  'п’ятдесят',
  'шістдесят',
  'сімдесят',
  'вісімдесят',
  'дев’яносто',
] as const;
const hundreds = [
  '',
  'сто',
  'двісті',
  'триста',
  'чотириста',
  'п’ятсот',
  'шістсот',
  'сімсот',
  'вісімсот',
  'дев’ятсот',
] as const;

/** Names of groups of three digits, the lowest first; hryvnias and thousands are feminine. */
const groups: readonly { readonly forms: Forms; readonly isFeminine: boolean }[] = [
  { forms: ['гривня', 'гривні', 'гривень'], isFeminine: true },
  { forms: ['тисяча', 'тисячі', 'тисяч'], isFeminine: true },
  { forms: ['мільйон', 'мільйони', 'мільйонів'], isFeminine: false },
  { forms: ['мільярд', 'мільярди', 'мільярдів'], isFeminine: false },
  { forms: ['трильйон', 'трильйони', 'трильйонів'], isFeminine: false },
];
const kopiykaForms: Forms = ['копійка', 'копійки', 'копійок'];

/** The form of a noun after a whole number from 0 to 999. */
function formAfter(count: number, [one, few, many]: Forms): string {
  const last = count % 10;
  const isTeen = count % 100 >= 11 && count % 100 <= 14;
  if (isTeen || last === 0 || last > 4) return many;
  return last === 1 ? one : few;
}

function wordsBelowThousand(count: number, isFeminine: boolean): string[] {
  const rest = count % 100;
  const unit = rest < 20 ? rest : rest % 10;
  return [
    hundreds[Math.floor(count / 100)] ?? '',
    rest < 20 ? '' : (tens[Math.floor(rest / 10)] ?? ''),
    (isFeminine ? feminineUnits[unit] : undefined) ?? units[unit] ?? '',
  ];
}

/**
 * A sum as documents spell it: "Двісті сорок одна тисяча двісті сім гривень 12 копійок", kopiykas in figures. A negative sum
 * begins with "Мінус".
 * @throws RangeError from a quadrillion of hryvnias on.
 */
export function amountInWords(sum: Kopiykas): string {
  const size = sum < 0n ? -sum : sum;
  const kopiykas = Number(size % 100n);
  let rest = size / 100n;
  const words: string[] = [];
  for (const [index, { forms, isFeminine }] of groups.entries()) {
    const count = Number(rest % 1000n);
    // The word for hryvnias stands also after a round thousand.
    const name = count > 0 || index === 0 ? formAfter(count, forms) : '';
    words.unshift(...wordsBelowThousand(count, isFeminine), name);
    rest /= 1000n;
  }
  if (rest > 0n) throw new RangeError(`Too large to be spelled: ${sum}`);
  if (size < 100n) words.unshift('нуль');
  if (sum < 0n) words.unshift('мінус');
  words.push(String(kopiykas).padStart(2, '0'), formAfter(kopiykas, kopiykaForms));
  const text = words.filter((word) => word !== '').join(' ');
  return text.charAt(0).toLocaleUpperCase('uk') + text.slice(1);
}
