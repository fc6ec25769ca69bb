import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { fail } from './call-result.ts';
import { failureOfFault, sendFailure } from './failures.ts';
import type { ReadinessCheck } from './readiness-checks.ts';

export interface ProbeServices {
  readonly clock: Clock;
  /** Run in order; the first failure makes the server not ready. */
  readonly checks: readonly ReadinessCheck[];
  /** Aborted when the server is about to stop. */
  readonly stopping: AbortSignal;
  /** Logs the error of a check under the request id of the response. */
  readonly recordFault: (fault: unknown, reference: string) => void;
}

/** A failed check. */
interface Unready {
  readonly name: string;
  readonly fault: unknown;
}

/** Cache time of one result, shared by all callers. */
const sharedForMs = 1000;

async function findUnready(checks: readonly ReadinessCheck[]): Promise<Unready | undefined> {
  for (const { name, check } of checks) {
    try {
      await check();
    } catch (fault) {
      return { name, fault };
    }
  }
  return undefined;
}

/**
 * /healthz: the process is alive. /readyz: all checks pass and the server is not stopping; otherwise the status of the
 * failed dependency and its name in `details.check`. One result is shared by all callers for a second.
 */
export function serveProbes(app: FastifyInstance, services: ProbeServices): void {
  const { clock, checks, stopping, recordFault } = services;
  let probe: { readonly begunAt: number; readonly unready: Promise<Unready | undefined> } | undefined;

  app.get('/healthz', () => ({ status: 'success' }));
  app.get('/readyz', async (request, reply) => {
    if (stopping.aborted)
      return sendFailure(request, reply, fail('common.serviceDown', {}, { check: 'stopping' }));
    const now = clock.now();
    const isShared = probe !== undefined && Math.abs(now - probe.begunAt) < sharedForMs;
    if (probe === undefined || !isShared) probe = { begunAt: now, unready: findUnready(checks) };
    const unready = await probe.unready;
    if (unready === undefined) return reply.send({ status: 'success' });
    // The request that ran the checks logs the error, once.
    if (!isShared) recordFault(unready.fault, request.id);
    const failure = { ...failureOfFault(unready.fault), details: { check: unready.name } };
    return sendFailure(request, reply, failure);
  });
}
