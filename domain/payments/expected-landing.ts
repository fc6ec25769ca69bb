import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';

/**
 * The day by which confirmed money should be in the bank's register: so many working days of the Kyiv calendar after the
 * day on which the provider confirmed it (payments.pending); the next one by default.
 */
export function expectedLanding(
  confirmedAt: Instant,
  workingDays = 1,
  holidays?: ReadonlySet<LocalDate>,
): LocalDate {
  return addWorkingDays(kyivDateOf(confirmedAt), workingDays, holidays);
}
