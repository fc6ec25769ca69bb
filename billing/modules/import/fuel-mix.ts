/** Tenths of a percent that rounded parts may be off in sum. */
const MOST_OFF = 10;
const PART = /^(.{1,60})=(\d{1,3}(?:\.\d)?)$/;

/**
 * "атомна=55.4;теплова=22.1" as JSON: sources of energy with their percents, the parts of a whole give or take one percent.
 * undefined: it is not such a list.
 */
export function fuelMixFromText(text: string): string | undefined {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => PART.exec(part));
  const mix = parts.flatMap((match) =>
    match === null ? [] : [{ name: match[1]?.trim() ?? '', percent: match[2] ?? '' }],
  );
  const tenths = mix.reduce((sum, { percent }) => sum + Math.round(Number(percent) * 10), 0);
  const isWhole = mix.length === parts.length && Math.abs(tenths - 1000) <= MOST_OFF;
  return isWhole && mix.every(({ name }) => name !== '') ? JSON.stringify(mix) : undefined;
}
