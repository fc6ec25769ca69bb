import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** `formOrigins`: where browsers may send forms beside us. */
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

/** The shown API description styles its own elements; it gets this instead of the strict policy. */
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
 * Headers of every answer: nothing inline runs, nothing is framed, nothing is loaded from elsewhere, and forms go to us and
 * to the origins of payment providers that want them. They are the same on every answer: the library makes them once, not
 * anew for each of many requests.
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

/** Adds them to whatever the server answers. */
export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
