import type { Instant } from '#domain/time/instant.ts';
import { newRequestId } from '../request-id.ts';

/** One try to hand something in: repeated until it is answered, always with the same id. */
export interface Attempt {
  requestId: string;
  /** The first press, by the clock of the device. */
  madeAt: Instant;
  /** What was sent with this id. */
  fingerprint: string;
}

/**
 * The attempt for these contents: the unanswered one while the contents are the same, so that a retry after a dead
 * network can't do it twice; a new one as soon as something differs. Source: product.md §3 (requestId).
 */
export function attemptFor(unanswered: Attempt | undefined, contents: unknown, now: Instant): Attempt {
  const fingerprint = JSON.stringify(contents);
  if (unanswered?.fingerprint === fingerprint) return unanswered;
  return { requestId: newRequestId(), madeAt: now, fingerprint };
}
