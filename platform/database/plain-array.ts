/**
 * An array literal of PostgreSQL, for a parameter that is cast to an array: cheaper than quoting by the driver. Only
 * for values that need no quotes: ids, numbers, dates, constants; never for user input.
 */
export function plainArray(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}
