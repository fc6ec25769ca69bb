import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The request was sent by a page of another site. */
export class ForeignOrigin extends Error {
  readonly statusCode = 403;

  constructor() {
    super('a page of another site asks');
  }
}

export interface OriginRules {
  /** Origin of our pages. */
  readonly publicUrl: string;
  /** Only that origin: in production a name that leads to this server is no proof (DNS rebinding). Else also the Host itself. */
  readonly publicUrlOnly: boolean;
  /** Server-to-server routes with signed bodies and any origin: payment callbacks. */
  readonly fromAnywhere: readonly string[];
}

function hostOf(origin: string, host: string): { origin: string; asked: string } | undefined {
  try {
    const { host: named, protocol } = new URL(origin);
    // Normalised: without the default port.
    return { origin: named, asked: new URL(`${protocol}//${host}`).host };
  } catch {
    return undefined;
  }
}

/** Whether the request comes from our page, or from no page at all. */
function isOurs(request: FastifyRequest, publicOrigin: string, publicUrlOnly: boolean): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') return false;
  if (origin === undefined || origin === publicOrigin) return true;
  if (publicUrlOnly) return false;
  const hosts = hostOf(origin, request.host);
  return hosts !== undefined && hosts.origin === hosts.asked;
}

/**
 * Refuses calls that a page of another site makes a browser send (403). Redundant while sessions travel in the payload
 * and no cookies exist; it protects if a proxy or a later change adds credentials that browsers send by themselves. The
 * matched route decides, since one path has many spellings; unmatched requests are checked too. Source: issue 3,
 * decision 0023.
 */
export function refuseForeignOrigins(
  app: FastifyInstance,
  { publicUrl, publicUrlOnly, fromAnywhere }: OriginRules,
): void {
  const publicOrigin = new URL(publicUrl).origin;
  const open = new Set(fromAnywhere);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions;
    const isCall = url === undefined || (url.startsWith('/api/') && !open.has(url));
    const isRefused = request.method === 'POST' && isCall && !isOurs(request, publicOrigin, publicUrlOnly);
    done(isRefused ? new ForeignOrigin() : undefined);
  });
}
