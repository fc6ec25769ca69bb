import type { Brand } from '../brand.ts';

/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = Brand<number, 'Instant'>;

const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A moment written with its offset: "2026-10-31T22:00:00Z".
 * @throws RangeError when the text is not one, or says no offset.
 */
export function instantFromIso(text: string): Instant {
  const value = ISO_MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(value)) throw new RangeError(`Not a moment: "${text}"`);
  return value as Instant;
}

/** "2026-10-31T22:00:00.000Z". */
export function instantToIso(instant: Instant): string {
  return new Date(instant).toISOString();
}
