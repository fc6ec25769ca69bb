/**
 * An array as PostgreSQL writes it, for a parameter that is cast to one: cheaper than an array that the driver must quote.
 * Only for values that need no quotes: ids, numbers, dates, words of ours; never for what somebody typed.
 */
export function plainArray(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}
