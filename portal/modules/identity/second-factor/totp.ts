import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Instant } from '#domain/time/instant.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import type { Keys } from '#portal/keys.ts';
import { totpIssuer } from './totp-issuer.template.ts';

const secretBytes = 20;
const periodSeconds = 30;
/** A clock that is half a minute off is accepted. */
const driftSteps = 1;

function generatorOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: totpIssuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}

/** The keys that seal secrets of applications. */
export function totpRing({ factors }: Keys): KeyRing {
  return factors.derive('second-factor');
}

/** A new secret of 160 random bits, in Base32. Source: RFC 4226, section 4. */
export function newTotpSecret(): string {
  const { buffer, byteOffset, byteLength } = Uint8Array.from(randomBytes(secretBytes));
  return new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) }).base32;
}

/** The address that a QR code carries to an application. */
export function totpUri(secret: string, label: string): string {
  return generatorOf(secret, label).toString();
}

/** The time step whose code this is: the present one or a neighbour; undefined: none. Source: RFC 6238, section 5.2. */
export function findTotpStep(secret: string, code: string, now: Instant): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const drift = generatorOf(secret, '').validate({ token: code, timestamp: now, window: driftSteps });
  return drift === null ? undefined : Math.floor(now / 1000 / periodSeconds) + drift;
}
