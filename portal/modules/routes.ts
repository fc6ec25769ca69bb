import type { FastifyPluginAsync } from 'fastify';
import type { PortalServices, Route } from '../http/route.ts';
import { balanceRoutes } from './balance/routes.ts';
import { companyRoutes } from './company/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { objectRoutes } from './objects/routes.ts';

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
    calls: [
      ...noticeRoutes(services),
      ...companyRoutes(services),
      ...objectRoutes(services),
      ...balanceRoutes(),
      ...eventRoutes(services),
    ],
    plugins: [],
  };
}
