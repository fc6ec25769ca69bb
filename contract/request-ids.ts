import * as z from 'zod/mini';
import type { Call } from './define-call.ts';
import { requestIdField } from './fields.ts';

/** Parts of an object or a union. */
interface Parts {
  readonly shape?: z.core.$ZodLooseShape;
  readonly discriminator?: string;
  readonly options?: readonly z.ZodMiniObject[];
}

/** The payload with an optional `requestId`; of a union each of its options. */
function withRequestId(input: z.ZodMiniType): z.ZodMiniType {
  const { options, discriminator = '' } = input._zod.def as Parts;
  const extend = (object: z.ZodMiniObject) => z.safeExtend(object, { requestId: z.optional(requestIdField) });
  if (options === undefined) return extend(input as z.ZodMiniObject);
  const [first, ...others] = options.map(extend);
  return z.discriminatedUnion(discriminator, [first as z.ZodMiniObject, ...others]);
}

function extended(call: Call): Call {
  if (!call.changes) return call;
  const { shape = {} } = call.input._zod.def as Parts;
  if ('requestId' in shape) return { ...call, requestIdBy: 'handler' };
  return call.upload ? call : { ...call, input: withRequestId(call.input), requestIdBy: 'portal' };
}

const extendedOf = new WeakMap<Call, Call>();

/**
 * A call as the server takes it: a changing one accepts `requestId` (UUID), also when its payload does not declare it. Apart
 * from `defineCall` for the bytes of the first page. Calls that take none: checks/calls-without-request-id.ts.
 */
export function acceptRequestId(call: Call): Call {
  const known = extendedOf.get(call) ?? extended(call);
  extendedOf.set(call, known);
  return known;
}
