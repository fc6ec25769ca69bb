import * as z from 'zod/mini';
import { firstDay, parseBillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type LocalDate, parseLocalDate } from '#domain/time/local-date.ts';
import { isInYears } from './dates.ts';

/** DD.MM.YYYY with optional HH:mm. */
const dotted = /^(\d\d)\.(\d\d)\.(\d{4})(?: (?:[01]\d|2[0-3]):[0-5]\d)?$/;
const zoned = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/**
 * The Kyiv day of a date of the base specification's wire: DD.MM.YYYY with optional HH:mm, YYYY-MM-DD, a moment of ISO 8601 with
 * its zone; of a month (YYYY-MM) its first day. Source: product.md, section 3.
 */
export function parseWireDate(text: string): LocalDate | undefined {
  const [, day, month, year] = dotted.exec(text) ?? [];
  if (year !== undefined) return parseLocalDate(`${year}-${month}-${day}`);
  const period = parseBillingPeriod(text);
  if (period !== undefined) return firstDay(period);
  if (!zoned.test(text)) return parseLocalDate(text);
  const moment = Date.parse(text);
  return Number.isNaN(moment) || !parseLocalDate(text.slice(0, 10))
    ? undefined
    : kyivDateOf(moment as Instant);
}

/** Handlers get 'YYYY-MM-DD' of the years 2000–2199. */
export const wireDateField = z.string().check(
  z.refine((text) => isInYears(parseWireDate(text) ?? ''), { error: 'field.invalid' }),
  z.overwrite((text) => parseWireDate(text) ?? text),
);
