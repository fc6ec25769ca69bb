import { createHmac } from 'node:crypto';
import type { Instant } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';

export interface SignedOrder {
  readonly payeeId: string;
  readonly login: string;
  /** `signingTime` of now. */
  readonly dt: string;
  readonly shopOrderNumber: string;
  /** Exactly as it stands in the request. */
  readonly billAmount: string;
}

function hex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}

/**
 * HMAC-SHA256 in upper-case hexadecimal over UPPER(payeeId + dt + HEX(order number) + amount) + UPPER(HEX(UPPER(login)))
 * (facts 5.4).
 */
export function signOrder(key: string, order: SignedOrder): string {
  const { payeeId, login, dt, shopOrderNumber, billAmount } = order;
  const facts = `${payeeId}${dt}${hex(shopOrderNumber)}${billAmount}`.toUpperCase();
  const text = facts + hex(login.toUpperCase()).toUpperCase();
  return createHmac('sha256', key).update(text).digest('hex').toUpperCase();
}

/** The time of signing, yyyyMMddHHmmss by the Kyiv clock. */
export function signingTime(now: Instant): string {
  const { date, hour, minute } = kyivTimeOf(now);
  const second = Math.floor(now / 1000) % 60;
  return (
    date.replaceAll('-', '') + [hour, minute, second].map((part) => String(part).padStart(2, '0')).join('')
  );
}
