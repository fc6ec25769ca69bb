import type { Instant } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { WindowData } from '../reading-types.ts';

/**
 * Until when a queued reading counts as it was meant: given in the window, until the window closes; given outside of
 * it, until the next one opens. Source: product.md §7 (effectiveDate).
 */
export function sendBefore({ isOpen, closesAt, opensOn }: WindowData): Instant {
  return isOpen ? (Date.parse(closesAt) as Instant) : kyivMidnight(opensOn as LocalDate);
}
