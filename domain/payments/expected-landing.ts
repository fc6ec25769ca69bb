import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';

/**
 * The day by which confirmed money should be in the bank statement: this many Kyiv working days after the
 * confirmation (payments.pending); the next one by default.
 */
export function expectedLanding(
  confirmedAt: Instant,
  workingDays = 1,
  holidays?: ReadonlySet<LocalDate>,
): LocalDate {
  return addWorkingDays(kyivDateOf(confirmedAt), workingDays, holidays);
}
