import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const strictPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
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

/** Headers of every answer: nothing inline runs, nothing is framed, nothing is loaded from elsewhere. */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { directives: strictPolicy, useDefaults: false },
    referrerPolicy: { policy: 'same-origin' },
  });
}
