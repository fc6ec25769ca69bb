import type { StatementFormat } from '#billing/api/bank-statements.ts';

const SIGNED_KOPIYKAS = /^-?\d{1,15}$/;
const MOST_DIGITS = 13;
const [ZERO, NINE] = [48, 57];

/** "432,50" and "432", as nearly all sums are written; undefined: anything else, to be looked at closely. */
function readPlain(text: string, mark: string): string | undefined {
  const { length } = text;
  const wholeLength = text.charAt(length - 3) === mark ? length - 3 : length;
  if (wholeLength === 0 || wholeLength > MOST_DIGITS || text.charCodeAt(0) === ZERO) return undefined;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < ZERO || code > NINE) && at !== wholeLength) return undefined;
  }
  return wholeLength === length ? `${text}00` : text.slice(0, wholeLength) + text.slice(wholeLength + 1);
}

/** Marks of groups that are the sign in the format, or are written for it. */
function groupMarks(groupMark: StatementFormat['groupMark']): string | undefined {
  if (groupMark === undefined) return undefined;
  return groupMark === ' ' ? ' \\u00a0\\u202f' : `\\${groupMark}`;
}

/**
 * Reads a sum as the format writes it: whole kopiykas as digits, "43250"; undefined: it is no sum. A group mark stands before
 * each three digits or nowhere: "1 234,56", and "1 23,45" is a slip of the hand, not 123.45.
 */
export function sumReader({
  decimalMark,
  groupMark,
}: Pick<StatementFormat, 'decimalMark' | 'groupMark'>): (text: string) => string | undefined {
  const marks = groupMarks(groupMark);
  const grouped =
    marks === undefined ? undefined : new RegExp(`^[-\u2212]?\\d{1,3}(?:[${marks}]\\d{3})+(?!\\d)`);
  const anyMark = new RegExp(`[${marks}]`, 'g');
  const mark = decimalMark === 'none' ? undefined : `\\${decimalMark}`;
  const written = mark && new RegExp(`^(-?\\d{1,13})(?:${mark}(\\d{1,2}))?$`);

  /** Without the group marks of its whole part; those that stand elsewhere remain, so that it is no sum. */
  function withoutGroups(text: string): string {
    const whole = grouped?.exec(text)?.[0];
    if (whole === undefined) return text;
    return whole.replace(anyMark, '') + text.slice(whole.length);
  }

  return (text) => {
    const plain = decimalMark === 'none' ? undefined : readPlain(text, decimalMark);
    if (plain !== undefined) return plain;
    const tidy = withoutGroups(text).replace('\u2212', '-');
    if (!written) return SIGNED_KOPIYKAS.test(tidy) ? String(BigInt(tidy)) : undefined;
    const match = written.exec(tidy);
    if (match === null) return undefined;
    const digits = `${match[1]}${(match[2] ?? '').padEnd(2, '0')}`;
    const kopiykas = digits.replace(/^(-?)0+(?=\d)/, '$1');
    return kopiykas === '-0' ? '0' : kopiykas;
  };
}
