import type { RegisterFormat } from '#billing/api/registers.ts';

const SIGNED_KOPIYKAS = /^-?\d{1,15}$/;

/** Reads a sum as the format writes it: whole kopiykas as digits, "43250"; undefined: it is no sum. */
export function sumReader({
  decimalMark,
  groupMark,
}: Pick<RegisterFormat, 'decimalMark' | 'groupMark'>): (text: string) => string | undefined {
  const groups = groupMark === ' ' ? /[ \u00a0\u202f]/g : groupMark && new RegExp(`\\${groupMark}`, 'g');
  const mark = decimalMark === 'none' ? undefined : `\\${decimalMark}`;
  const written = mark && new RegExp(`^(-?\\d{1,13})(?:${mark}(\\d{1,2}))?$`);
  return (text) => {
    const tidy = (groups ? text.replace(groups, '') : text).replace('\u2212', '-');
    if (!written) return SIGNED_KOPIYKAS.test(tidy) ? String(BigInt(tidy)) : undefined;
    const match = written.exec(tidy);
    if (match === null) return undefined;
    const digits = `${match[1]}${(match[2] ?? '').padEnd(2, '0')}`;
    const kopiykas = digits.replace(/^(-?)0+(?=\d)/, '$1');
    return kopiykas === '-0' ? '0' : kopiykas;
  };
}
