import { createECDH, createHmac } from 'node:crypto';

/** VAPID keys of this server (RFC 8292), base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const curve = 'prime256v1';

/**
 * Derives the keys from a secret: the same on every node and after every start, so that subscriptions remain valid while
 * the secret does. Digests that are not a valid private key are skipped.
 */
export function vapidKeysOf(secret: Buffer): VapidKeys {
  for (let round = 0; ; round += 1) {
    const digest = createHmac('sha256', secret).update(`vapid:${round}`).digest();
    const pair = createECDH(curve);
    try {
      pair.setPrivateKey(digest);
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: digest.toString('base64url') };
  }
}
