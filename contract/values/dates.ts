import * as z from 'zod/mini';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import { instantToIso, parseInstant } from '#domain/time/instant.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { maxText } from './text-length.ts';

/** Allowed years of days and months: earlier and later ones are errors, and adjacent months stay representable. */
const years = { first: 2000, last: 2199 } as const;
export const isInYears = (text: string) => text >= `${years.first}` && text < `${years.last + 1}`;

/** Past changes by date that a list tells at most. */
export const maxPastChanges = 100;

/** 'YYYY-MM-DD' of the years 2000–2199. */
export const dateField = z
  .string()
  .check(
    z.refine((text) => parseLocalDate(text) !== undefined && isInYears(text), { error: 'field.invalid' }),
  );

/** 'YYYY-MM' of the years 2000–2199. */
export const periodField = z
  .string()
  .check(
    z.refine((text) => parseBillingPeriod(text) !== undefined && isInYears(text), { error: 'field.invalid' }),
  );

/** 2000–2199. */
export const yearField = z.int().check(z.minimum(years.first), z.maximum(years.last));

/** A moment of the years 2000–2199, ISO 8601 with its offset; handlers get it in UTC. */
export const instantField = z.string().check(
  maxText(40),
  z.refine((text) => parseInstant(text) !== undefined && isInYears(text), { error: 'field.invalid' }),
  z.overwrite((text) => {
    const instant = parseInstant(text);
    return instant === undefined ? text : instantToIso(instant);
  }),
);
