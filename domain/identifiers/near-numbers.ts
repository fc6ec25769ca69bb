/**
 * Numbers one typing error away: a wrong digit, two neighbours swapped, a digit lost or doubled. `lengths`: allowed
 * lengths of the results. The number itself is not included.
 */
export function nearNumbers(number: string, lengths: readonly number[]): readonly string[] {
  const near = new Set<string>();
  const add = (candidate: string) => {
    if (lengths.includes(candidate.length)) near.add(candidate);
  };
  for (let at = 0; at <= number.length; at += 1) {
    const before = number.slice(0, at);
    const [digit = '', next = ''] = number.slice(at, at + 2);
    const behind = number.slice(at + 1);
    for (let other = 0; other <= 9; other += 1) {
      add(`${before}${other}${behind}`);
      add(`${before}${other}${number.slice(at)}`);
    }
    add(before + behind);
    add(before + next + digit + number.slice(at + 2));
  }
  // Past the last digit nothing can be lost or swapped, which yields the number itself.
  near.delete(number);
  return [...near];
}
