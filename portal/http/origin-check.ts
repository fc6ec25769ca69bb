import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A page of another site made a browser ask. */
export class ForeignOrigin extends Error {
  readonly statusCode = 403;

  constructor() {
    super('a page of another site asks');
  }
}

export interface OriginRules {
  /** The address of our pages. */
  readonly publicUrl: string;
  /** Routes for servers, whose reports are signed and may name whatever origin they like: those of payment providers. */
  readonly fromAnywhere: readonly string[];
}

function hostOf(origin: string, host: string): { origin: string; asked: string } | undefined {
  try {
    const { host: named, protocol } = new URL(origin);
    // The same way of writing for both: without the usual port of the protocol.
    return { origin: named, asked: new URL(`${protocol}//${host}`).host };
  } catch {
    return undefined;
  }
}

/** Whether the request comes from a page of ours, or from no page at all. */
function isOurs(request: FastifyRequest, publicOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') return false;
  if (origin === undefined || origin === publicOrigin) return true;
  const hosts = hostOf(origin, request.host);
  return hosts !== undefined && hosts.origin === hosts.asked;
}

/**
 * Refuses calls that a page of another site makes a browser send (403). No call needs it while sessions travel in the
 * payload and no cookies exist; it stands in case a proxy or a later change adds what browsers send by themselves. What is
 * a call is decided by the route that answers, for one path can be written in many ways; what has no route is checked too.
 * Source: issue 3, decision 0023.
 */
export function refuseForeignOrigins(app: FastifyInstance, { publicUrl, fromAnywhere }: OriginRules): void {
  const publicOrigin = new URL(publicUrl).origin;
  const open = new Set(fromAnywhere);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions;
    const isCall = url === undefined || (url.startsWith('/api/') && !open.has(url));
    const isRefused = request.method === 'POST' && isCall && !isOurs(request, publicOrigin);
    done(isRefused ? new ForeignOrigin() : undefined);
  });
}
