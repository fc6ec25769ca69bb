import { randomUUID } from 'node:crypto';
import { submitReading } from '#contract/readings.ts';
import type { placeReading } from '#domain/readings/submission-window.ts';
import { firstDay } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { daysBetween } from '#domain/time/local-date.ts';
import { parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { accountOf, idOf, monthlyKwh, openingValue } from '../seed/seed-readings.ts';
import type { LoadRequest } from './http-load.ts';

/** Makes requests that submit a reading, each for another account of `seedReadings` with its own session. */
export function createReadingRequests(options: {
  readonly sessionKeys: string;
  readonly now: Instant;
  readonly placement: ReturnType<typeof placeReading>;
}): (index: number) => LoadRequest {
  const { sessionKeys, now, placement } = options;
  const tokens = createTokens(parseKeyRing('SESSION_KEYS', sessionKeys));
  const expiresAt = (now + 12 * 3_600_000) as Instant;
  const days = daysBetween(firstDay(placement.period), placement.effectiveDate);
  const value = openingValue + Math.max(1, Math.round((monthlyKwh * days) / 30));
  return (index) => ({
    path: submitReading.path,
    body: {
      token: tokens.sign({ sessionId: idOf('session', index), type: 'person', expiresAt }),
      account: accountOf(index),
      meterId: idOf('meter', index),
      values: { single: String(value) },
      takenAt: instantToIso(now),
      requestId: randomUUID(),
    },
  });
}
