import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LEDGER_CLOCK } from '#billing/api/ledger.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { ClockBehind } from '#billing/billing-errors.ts';
import type { BillingClient } from '#billing/client.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { productVersion } from '#platform/host/version.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { fail } from './call-result.ts';
import { failureOfFault, sendFailure } from './failures.ts';
import { tryWriteDatabase, tryWriteFolder } from './try-write.ts';

/** A dependency of the server. */
export interface ReadinessCheck {
  /** Name in the /readyz response while the check fails. */
  readonly name: string;
  /** Throws on failure. Called at most once a second. */
  readonly check: () => Promise<void>;
}

interface CheckedServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  /** Folder of files and, usually, of the embedded database. */
  readonly dataFolder: string;
}

/** Cache time of a successful write; a failed one is retried sooner to detect freed space. */
const writtenForMs = 15_000;
const failedForMs = 2000;

/** Caches the result of the check. */
function throttled(clock: Clock, check: () => Promise<void>): () => Promise<void> {
  let last: { readonly begunAt: number; readonly answer: Promise<void>; isWell: boolean } | undefined;
  return () => {
    const now = clock.now();
    const age = last === undefined ? 0 : Math.abs(now - last.begunAt);
    if (last === undefined || age >= (last.isWell ? writtenForMs : failedForMs)) {
      const asked = { begunAt: now, answer: check(), isWell: false };
      asked.answer.then(
        () => {
          asked.isWell = true;
        },
        () => undefined,
      );
      last = asked;
    }
    return last.answer;
  };
}

/** Checks of /readyz, in this order: database, billing back end, its booking clock, and writes to both disks. */
export function createReadinessChecks(services: CheckedServices): readonly ReadinessCheck[] {
  const { db, billing, clock, dataFolder } = services;
  return [
    {
      name: 'database',
      check: async () => void (await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()),
    },
    {
      name: 'billing',
      check: async () =>
        void (await billing.call(SUPPLIER_GET, {}, { reference: newId(), actor: 'probe', unrecorded: true })),
    },
    {
      name: 'bookingClock',
      check: async () => {
        const asker = { reference: newId(), actor: 'probe', unrecorded: true } as const;
        const known = await billing.call(LEDGER_CLOCK, {}, asker);
        if (known.ok && known.data.isBehind) {
          throw new ClockBehind(clock.now(), instantFromIso(known.data.newestAt));
        }
      },
    },
    { name: 'databaseWrite', check: throttled(clock, () => tryWriteDatabase(db)) },
    { name: 'folderWrite', check: throttled(clock, () => tryWriteFolder(dataFolder)) },
  ];
}

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

/** Says in /healthz that this product answers, and not a page of a proxy. */
export const productName = 'svitlo';

/** Whether the address of the caller came by X-Forwarded-For: `ignored` is one of a proxy that TRUSTED_PROXIES does not name. */
type Forwarded = 'none' | 'trusted' | 'ignored';

function forwardedOf({ ips, headers }: FastifyRequest): Forwarded {
  if (headers['x-forwarded-for'] === undefined) return 'none';
  return ips !== undefined && ips.length > 1 ? 'trusted' : 'ignored';
}

/**
 * /healthz: the process is alive, with its version. /readyz: all checks pass and the server is not stopping; otherwise the status of the
 * failed dependency and its name in `details.check`. One result is shared by all callers for a second.
 */
export function serveProbes(app: FastifyInstance, services: ProbeServices): void {
  const { clock, checks, stopping, recordFault } = services;
  let probe: { readonly begunAt: number; readonly unready: Promise<Unready | undefined> } | undefined;

  app.get('/healthz', (request) => ({
    status: 'success',
    product: productName,
    ...productVersion(),
    forwarded: forwardedOf(request),
  }));
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
