import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** `formOrigins`: other origins that browsers may send forms to. */
const strictPolicy = (formOrigins: readonly string[]) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'", ...formOrigins],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
});

/** The API docs page needs inline styles; it gets this instead of the strict policy. */
export const apiDocsPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
};

/**
 * Headers of every response: no inline code, no frames, no foreign resources; forms only to us and to the payment
 * providers that need them. Built once, because they are the same for every request.
 */
export function createSecurityHeaders(formOrigins: readonly string[]): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const middleware = helmet({
    contentSecurityPolicy: { directives: strictPolicy(formOrigins), useDefaults: false },
    referrerPolicy: { policy: 'same-origin' },
  });
  middleware(response.req, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** Adds the headers to every response. */
export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
