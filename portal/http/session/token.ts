import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createDecoder, createSigner, createVerifier } from 'fast-jwt';
import type { Instant } from '#domain/time/instant.ts';
import type { KeyRing } from '#platform/key-ring.ts';

interface TokenClaims {
  readonly sessionId: string;
  readonly type: 'person' | 'entity' | 'admin';
  /** Whether it is of a viewing: a cabinet that the staff sees, and not of a session. */
  readonly isViewing?: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface Tokens {
  sign(claims: TokenClaims): string;
  /** The claims of a valid token, or the reason of its refusal. */
  verify(token: string, now: Instant): TokenClaims | 'forged' | 'expired';
  /**
   * The whole token of one that only ends its session: a browser that signed out without a network keeps the SHA-256 of the
   * signature in its place (decision 0042). Any other token is returned as it is.
   */
  completeEnding(token: string): string;
}

const types = ['person', 'entity', 'admin'] as const;

/** The id of the key in the header of a token; '' if there is none. */
function keyIdOf(header: string): string {
  try {
    return String(Reflect.get(JSON.parse(Buffer.from(header, 'base64url').toString()), 'kid'));
  } catch {
    return '';
  }
}

/**
 * Tokens are signed with HS256 by the current key and name it in `kid`. Another algorithm or key, one that was dropped, or a
 * changed claim makes a token forged.
 */
export function createTokens({ current, keys, find }: KeyRing): Tokens {
  const sign = createSigner({ key: current.secret, algorithm: 'HS256', noTimestamp: true, kid: current.id });
  const decode = createDecoder({ complete: true });
  const verifiers = new Map(
    keys.map(({ id, secret }) => [
      id,
      createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true }),
    ]),
  );
  return {
    completeEnding(token) {
      const [header = '', claims = '', digest = ''] = token.split('.');
      const key = find(keyIdOf(header));
      if (!key) return token;
      const content = `${header}.${claims}`;
      const signature = createHmac('sha256', key.secret).update(content).digest('base64url');
      const given = Buffer.from(digest, 'base64url');
      const expected = createHash('sha256').update(signature).digest();
      const isEnding = given.length === expected.length && timingSafeEqual(given, expected);
      return isEnding ? `${content}.${signature}` : token;
    },
    sign: ({ sessionId, type, isViewing, expiresAt }) =>
      sign({ sid: sessionId, type, ...(isViewing && { view: true }), exp: Math.floor(expiresAt / 1000) }),
    verify(token, now) {
      try {
        const payload: unknown = verifiers.get(decode(token).header.kid)?.(token);
        if (typeof payload !== 'object' || payload === null) return 'forged';
        const sessionId: unknown = Reflect.get(payload, 'sid');
        const type = types.find((known) => known === Reflect.get(payload, 'type'));
        const expiry: unknown = Reflect.get(payload, 'exp');
        if (typeof sessionId !== 'string' || type === undefined || typeof expiry !== 'number')
          return 'forged';
        if (expiry * 1000 <= now) return 'expired';
        const isViewing = Reflect.get(payload, 'view') === true;
        return { sessionId, type, expiresAt: expiry * 1000, ...(isViewing && { isViewing }) };
      } catch {
        return 'forged';
      }
    },
  };
}
