/** Dates of a field of several lines, «25.12.2026» as '2026-12-25'; what is no date stays as it was typed. */
export function typedDates(typed: string): string[] {
  return typed
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) =>
      part.replace(
        /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/,
        (_, day: string, month: string, year: string) =>
          `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
      ),
    );
}
