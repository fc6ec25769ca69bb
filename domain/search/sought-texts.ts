import { moneyToWire, parseMoney } from '../money.ts';

/**
 * The texts by any of which words are found in kept facts, which are plain or JSON: as they were typed, as JSON writes them, and of a
 * sum ("1 234,5") as sums are kept ("1234.50").
 */
export function soughtTexts(words: string): readonly string[] {
  const typed = words.trim();
  const sum = parseMoney(typed);
  const kept = sum === undefined ? [] : [moneyToWire(sum)];
  return [...new Set([typed, JSON.stringify(typed).slice(1, -1), ...kept])];
}
