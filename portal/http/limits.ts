import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './session/network-of.ts';

/** An address exceeded its limit. */
export class TooManyRequests extends Error {
  readonly statusCode = 429;
  /** Seconds to wait. */
  readonly seconds: number;

  constructor(seconds: number) {
    super('too many requests');
    this.seconds = seconds;
  }
}

/** Routes open to guessing or flooding (sign-in, browser reports) get a tenth of the general limit. */
const tightShare = 10;

/** Routes where few addresses serve many customers (payment callbacks) get a multiple of the general limit. */
const wideTimes = 10;

const timeWindow = '1 minute';

/** Requests per minute of a tightly limited call. */
export function tightLimit(requestsPerMinute: number): { max: number; timeWindow: string } {
  return { max: Math.max(1, Math.floor(requestsPerMinute / tightShare)), timeWindow };
}

/** Requests per minute of a widely limited route. */
export function wideLimit(requestsPerMinute: number): { max: number; timeWindow: string } {
  return { max: requestsPerMinute * wideTimes, timeWindow };
}

/**
 * Limits requests per address (per /64 network for IPv6); generous, because many households share one address of a
 * mobile network. 0 switches all limits off, for load tests. The limit is chosen by the matched route, since one path
 * has many spellings; unmatched requests are limited too.
 */
export async function limitRequests(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  if (requestsPerMinute === 0) return;
  await app.register(fastifyRateLimit, {
    max: requestsPerMinute,
    timeWindow,
    keyGenerator: (request) => networkOf(request.ip),
    cache: 50_000,
    allowList: ({ routeOptions: { url } }) => url !== undefined && !url.startsWith('/api/'),
    errorResponseBuilder: (_request, { ttl }) => new TooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
  });
  const limitWithoutRoute = app.rateLimit();
  app.addHook('onRequest', async function limitMissing(request, reply) {
    if (request.routeOptions.url === undefined) await limitWithoutRoute.call(this, request, reply);
  });
}
