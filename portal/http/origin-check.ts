import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A page of another site made a browser ask. */
export class ForeignOrigin extends Error {
  readonly statusCode = 403;

  constructor() {
    super('a page of another site asks');
  }
}

/** Reports of payment providers come from their servers, are signed, and may name whatever origin they like. */
const providersReport = /^\/api\/[^?]*\/callback\//;

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
 * payload and no cookies exist; it stands in case a proxy or a later change adds what browsers send by themselves.
 * Source: issue 3, decision 0023.
 */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string): void {
  const publicOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', (request, _reply, done) => {
    const isCall =
      request.method === 'POST' && request.url.startsWith('/api/') && !providersReport.test(request.url);
    done(isCall && !isOurs(request, publicOrigin) ? new ForeignOrigin() : undefined);
  });
}
