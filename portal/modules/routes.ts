import type { FastifyPluginAsync } from 'fastify';
import type { PortalServices, Route } from '../http/route.ts';
import { noticeRoutes } from './notices/routes.ts';

/** What the portal serves. */
export interface PortalRoutes {
  /** Every declared call with its handler. */
  readonly calls: readonly Route[];
  /** What is served beside calls: provider callbacks, the sandbox bank. */
  readonly plugins: readonly FastifyPluginAsync[];
}

/** Collects the routes of every concept: a new concept adds its line here. */
export function buildRoutes(services: PortalServices): PortalRoutes {
  return {
    calls: [...noticeRoutes(services)],
    plugins: [],
  };
}
