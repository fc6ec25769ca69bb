import type { FastifyPluginAsync } from 'fastify';
import type { PortalServices, Route } from '../http/route.ts';

/** Every call of the portal with its handler, and what is served beside calls (callbacks, the sandbox bank). */
export function buildRoutes(_services: PortalServices): {
  readonly calls: readonly Route[];
  readonly plugins: readonly FastifyPluginAsync[];
} {
  return { calls: [], plugins: [] };
}
