import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';

/** From 22 to 8 on a Kyiv clock nobody's phone rings. */
const morning = 8;
const evening = 22;

/** When something that rings may be sent: now, or at eight in the morning. */
export function outsideQuietHours(now: Instant): Instant {
  const { date, hour } = kyivTimeOf(now);
  if (hour < morning) return kyivInstant(date, morning, 0);
  if (hour >= evening) return kyivInstant(addDays(date, 1), morning, 0);
  return now;
}
