import type { Brand } from '../brand.ts';

/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = Brand<number, 'Instant'>;

const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A moment written with its offset: "2026-10-31T22:00:00Z"; undefined when the text is not one, or says no offset. */
export function parseInstant(text: string): Instant | undefined {
  const value = ISO_MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? undefined : (value as Instant);
}

/**
 * The same of a text that is known to be a moment.
 * @throws RangeError when it is not one.
 */
export function instantFromIso(text: string): Instant {
  const value = parseInstant(text);
  if (value === undefined) throw new RangeError(`Not a moment: "${text}"`);
  return value;
}

/** "2026-10-31T22:00:00.000Z". */
export function instantToIso(instant: Instant): string {
  return new Date(instant).toISOString();
}
