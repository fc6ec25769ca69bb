import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/** An address asked too often. */
export class TooManyRequests extends Error {
  readonly statusCode = 429;
  /** How long to wait. */
  readonly seconds: number;

  constructor(seconds: number) {
    super('too many requests');
    this.seconds = seconds;
  }
}

/** Where guessing or flooding is cheap – sign-in, reports of browsers – a tenth of the general limit holds. */
const tightShare = 10;

/** Where few addresses speak for many customers – reports of payment providers – many times the general limit holds. */
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
 * Limits how often one address (one /64 network of IPv6) calls the API; generous, because many households stand behind
 * one address of a mobile network. 0 switches every limit off, for load tests. What is limited is decided by the route that
 * answers, for one path can be written in many ways; what has no route is limited too.
 */
export async function limitRequests(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  if (requestsPerMinute === 0) return;
  await app.register(fastifyRateLimit, {
    max: requestsPerMinute,
    timeWindow,
    ipv6Subnet: 64,
    cache: 50_000,
    allowList: ({ routeOptions: { url } }) => url !== undefined && !url.startsWith('/api/'),
    errorResponseBuilder: (_request, { ttl }) => new TooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
  });
  const limitWithoutRoute = app.rateLimit();
  app.addHook('onRequest', async function limitMissing(request, reply) {
    if (request.routeOptions.url === undefined) await limitWithoutRoute.call(this, request, reply);
  });
}
