import type { LocalDate } from '#domain/time/local-date.ts';

const MARKED_KEY = 'svitlo.marked';

// The day, whose cabinet it is, and the pages: of another day or customer nothing counts.
function read(day: LocalDate, userId: string): readonly string[] {
  try {
    const [keptDay, keptUser, ...pages] = (localStorage.getItem(MARKED_KEY) ?? '').split(' ');
    return keptDay === day && keptUser === userId ? pages : [];
  } catch {
    return [];
  }
}

/** An address without a page has no path. */
const nameOf = (page: string) => page || '-';

/** Whether this device has sent the customer's mark of a page on this day. */
export function isMarked(page: string, day: LocalDate, userId: string): boolean {
  return read(day, userId).includes(nameOf(page));
}

/** Remembers it, so that the page is not asked about again on this day. */
export function rememberMark(page: string, day: LocalDate, userId: string): void {
  try {
    localStorage.setItem(MARKED_KEY, [day, userId, ...read(day, userId), nameOf(page)].join(' '));
  } catch {
    return;
  }
}
