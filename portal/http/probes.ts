import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { fail } from './call-result.ts';
import { failureOfFault } from './failure-of-fault.ts';
import type { ReadinessCheck } from './readiness-checks.ts';
import { sendFailure } from './send-failure.ts';

export interface ProbeServices {
  readonly clock: Clock;
  /** Asked one after the other; the first that fails makes the server not ready. */
  readonly checks: readonly ReadinessCheck[];
  /** Aborted when the server is about to stop. */
  readonly stopping: AbortSignal;
  /** Keeps the fault of a check under the reference that was answered. */
  readonly recordFault: (fault: unknown, reference: string) => void;
}

/** A check that failed. */
interface Unready {
  readonly name: string;
  readonly fault: unknown;
}

/** How long one answer stands for everybody who asks. */
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
 * /healthz: the process is alive. /readyz: all checks are well and the server is not about to stop; else the status of what
 * is away, with `details.check` for its name. Anybody may ask as often as they like: one answer is shared for a second.
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
    // Whoever made the server ask has the fault noted, once.
    if (!isShared) recordFault(unready.fault, request.id);
    const failure = { ...failureOfFault(unready.fault), details: { check: unready.name } };
    return sendFailure(request, reply, failure);
  });
}
