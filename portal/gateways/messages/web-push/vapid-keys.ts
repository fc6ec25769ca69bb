import { createECDH, createHmac } from 'node:crypto';

/** The keys by which push services know this server (RFC 8292), base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const curve = 'prime256v1';

/**
 * The keys that follow from a secret: the same on every node and after every start, so that subscriptions stay good as long
 * as the secret does. Almost every digest is a key of the curve; the few that are not are passed over.
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
