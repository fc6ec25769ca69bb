import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const strictPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
};

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

/** The headers are the same on every answer: the library makes them once, not anew for each of many requests. */
function makeHeaders(): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const middleware = helmet({
    contentSecurityPolicy: { directives: strictPolicy, useDefaults: false },
    referrerPolicy: { policy: 'same-origin' },
  });
  middleware(response.req, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** Headers of every answer: nothing inline runs, nothing is framed, nothing is loaded from elsewhere. */
export const securityHeaders: Readonly<Record<string, string>> = makeHeaders();

/** Adds them to whatever the server answers. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
}
