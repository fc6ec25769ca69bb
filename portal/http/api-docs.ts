import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/define-call.ts';
import { describeCalls } from './open-api.ts';
import { apiDocsPolicy } from './security-headers.ts';

/** Serves the API description: JSON at /api/openapi.json, HTML at /api/docs. */
export async function serveApiDocs(
  app: FastifyInstance,
  calls: readonly Call[],
  publicUrl: string,
): Promise<void> {
  const document = describeCalls(calls, publicUrl);
  await app.register(fastifySwagger, { mode: 'static', specification: { document } });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: apiDocsPolicy,
    theme: { title: 'Svitlo API' },
    // Hides the top bar, which would load other descriptions.
    uiConfig: { layout: 'BaseLayout', deepLinking: true },
  });
  app.get('/api/openapi.json', () => document);
}
