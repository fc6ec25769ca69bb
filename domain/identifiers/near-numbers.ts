/**
 * Numbers that a slip of the hand makes of one: a digit typed wrong, two neighbours changed about, a digit lost or doubled.
 * `lengths`: how long the numbers looked for may be. The number itself is not among them.
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
  // Behind the last digit nothing is lost or changed about: that gave the number itself.
  near.delete(number);
  return [...near];
}
