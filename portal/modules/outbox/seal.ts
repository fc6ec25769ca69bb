import { openText, sealText } from '#platform/key-ring.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { MessageParams } from './message.template.ts';

/** The key ring that seals messages. */
export interface Keyed {
  readonly keys: Pick<PortalServices['keys'], 'messages'>;
}

const ringOf = ({ keys }: Keyed) => keys.messages.derive('bodies');

/** Encrypts the params of queued messages. */
export function createParamsSealer(services: Keyed): (params: MessageParams) => Buffer {
  const ring = ringOf(services);
  return (params) => sealText(ring, JSON.stringify(params));
}

/** Decrypts the params of a queued message. @throws UnknownKeyError when its key was dropped. */
export function openParams(services: Keyed, sealed: Buffer): MessageParams {
  const params: unknown = JSON.parse(openText(ringOf(services), sealed));
  if (typeof params !== 'object' || params === null) throw new Error('a body of another shape');
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
