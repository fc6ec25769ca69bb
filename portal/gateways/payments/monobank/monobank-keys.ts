import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import type { Instant } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { ProviderUnavailable } from '../payment-gateway.ts';

/** A key that was fetched is not fetched again before this, however many callbacks fail. */
const pauseMs = 60_000;
/** So long after the bank gave none. */
const pauseAfterFailureMs = 5000;

const keySchema = z.object({ key: z.string().check(z.maxLength(2000)) });

/** The key in the bank's answer; undefined: it is none of the curve P-256. */
function readKey(answer: unknown): KeyObject | undefined {
  const parsed = keySchema.safeParse(answer);
  if (!parsed.success) return undefined;
  try {
    const key = createPublicKey(Buffer.from(parsed.data.key, 'base64'));
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

function isSigned(body: Buffer, signature: Buffer, key: KeyObject): boolean {
  return verify('sha256', body, { key, dsaEncoding: 'der' }, signature);
}

export interface MonobankKeys {
  /**
   * Whether X-Sign is the bank's signature of the raw body: base64 of DER, ECDSA P-256 with SHA-256 (facts 5.2). The key
   * is kept; when it does not fit, the bank may have a new one, which is fetched, but at most once a minute, so that forged
   * callbacks can't make us ask the bank without end.
   * @throws ProviderUnavailable when a key is needed and the bank gives none.
   */
  isSignatureOf(body: Buffer, xSign: unknown): Promise<boolean>;
}

/** Keeps the key with which the bank signs; `fetchKey` answers what the bank's /api/merchant/pubkey says. */
export function createMonobankKeys({
  fetchKey,
  clock,
}: {
  readonly fetchKey: () => Promise<unknown>;
  readonly clock: Clock;
}): MonobankKeys {
  let known: KeyObject | undefined;
  let notBefore = 0 as Instant;
  let isBankSilent = false;
  let underWay: Promise<KeyObject> | undefined;

  async function askForKey(): Promise<KeyObject> {
    notBefore = (clock.now() + pauseAfterFailureMs) as Instant;
    isBankSilent = true;
    const key = readKey(await fetchKey());
    if (key === undefined) throw new ProviderUnavailable('monobank', 'a public key that is none');
    notBefore = (clock.now() + pauseMs) as Instant;
    isBankSilent = false;
    known = key;
    return key;
  }

  /** Undefined: it was asked for a moment ago. */
  async function freshKey(): Promise<KeyObject | undefined> {
    if (underWay === undefined && clock.now() < notBefore) return undefined;
    underWay ??= askForKey().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return {
    async isSignatureOf(body, xSign) {
      if (typeof xSign !== 'string' || !/^[A-Za-z0-9+/]{20,200}={0,2}$/.test(xSign)) return false;
      const signature = Buffer.from(xSign, 'base64');
      if (known !== undefined && isSigned(body, signature, known)) return true;
      const key = await freshKey();
      if (key !== undefined) return isSigned(body, signature, key);
      if (isBankSilent) throw new ProviderUnavailable('monobank', 'its public key is not known now');
      return false;
    },
  };
}
