import type { FastifyInstance } from 'fastify';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import type { BillingClient } from '#billing/client.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '../portal-database.ts';
import { failureOfFault } from './failure-of-fault.ts';
import { sendFailure } from './send-failure.ts';

export interface ProbeServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
}

/** How long one answer stands for everybody who asks. */
const sharedForMs = 1000;

/** Asks database and back end; answers the fault, or undefined when both are there. */
async function findFault({ db, billing }: ProbeServices): Promise<unknown> {
  try {
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
    await billing.call(SUPPLIER_GET, {}, { reference: newId(), actor: 'probe', unrecorded: true });
    return undefined;
  } catch (fault) {
    return fault;
  }
}

/**
 * /healthz: the process is alive. /readyz: database and billing back end answer; else the status of what is away. Anybody
 * may ask as often as they like: one answer is shared for a second, and its call is not recorded.
 */
export function serveProbes(app: FastifyInstance, services: ProbeServices): void {
  const { clock } = services;
  let probe: { readonly begunAt: number; readonly fault: Promise<unknown> } | undefined;

  app.get('/healthz', () => ({ status: 'success' }));
  app.get('/readyz', async (request, reply) => {
    const now = clock.now();
    const isShared = probe !== undefined && Math.abs(now - probe.begunAt) < sharedForMs;
    if (probe === undefined || !isShared) probe = { begunAt: now, fault: findFault(services) };
    const fault = await probe.fault;
    if (fault === undefined) return reply.send({ status: 'success' });
    // Whoever made the server ask has the fault noted, once.
    if (!isShared) throw fault;
    return sendFailure(request, reply, failureOfFault(fault));
  });
}
