import type { Instant } from '#domain/time/instant.ts';

const lifetimeMs = 24 * 3_600_000;

/** When a session that starts or is renewed now ends: 24 hours later. Source: product.md section 4. */
export function sessionEnd(now: Instant): Instant {
  return (now + lifetimeMs) as Instant;
}

/** Whether more than half of the time is used, so that a check renews it. */
export function needsRenewal(expiresAt: number, now: Instant): boolean {
  return expiresAt - now < lifetimeMs / 2;
}
