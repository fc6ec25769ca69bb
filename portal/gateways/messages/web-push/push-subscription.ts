import { createECDH, createHmac, ECDH } from 'node:crypto';

/** A browser push subscription (RFC 8030, RFC 8291). */
export interface PushSubscription {
  /** Push endpoint of the browser. */
  readonly endpoint: string;
  /** base64url: a point of P-256 and 16 bytes. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Whether an endpoint belongs to an allowed push service; '*' stands for one or more parts of a host name. Customers
 * supply endpoints, so no other host is called (SSRF).
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  return services.some((service) => {
    const [before = '', after] = service.split('*');
    if (after === undefined) return origin === service;
    return (
      origin.startsWith(before) && origin.endsWith(after) && origin.length > before.length + after.length
    );
  });
}

/** Whether a message can be encrypted for these keys. */
export function areUsableKeys({ p256dh, auth }: PushSubscription['keys']): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

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
