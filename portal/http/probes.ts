import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LEDGER_CLOCK } from '#billing/api/ledger.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { ClockBehind, ClockDiffers } from '#billing/billing-errors.ts';
import type { BillingClient } from '#billing/client.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { productVersion } from '#platform/host/version.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { singleFlight } from '#platform/single-flight.ts';
import { newId } from '#platform/uuid.ts';
import { checkStore } from '#portal/gateways/files/store-identity.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { fail } from './call-result.ts';
import { failureOfFault, sendFailure } from './failures.ts';
import { tryWriteDatabase, tryWriteFolder } from './try-write.ts';

/** A dependency of the server. */
export interface ReadinessCheck {
  /** Name in the /readyz response while the check fails. */
  readonly name: string;
  /** Throws on failure. Called at most once a second, and not before its last call ended. */
  readonly check: () => Promise<void>;
  /** 'warning': its failure is named, and the server is ready all the same. Absent: the server is not ready. */
  readonly weight?: 'warning';
  /** A check that takes longer has failed; absent: as the server of the probes says. */
  readonly maxMs?: number;
}

interface CheckedServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  /** Folder of secrets and, usually, of the embedded database and files. */
  readonly dataFolder: string;
  /** The store of files. */
  readonly files: ObjectStore;
  /** Name of this server among those on one database. */
  readonly nodeName: string;
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

/**
 * Checks of /readyz, in this order: database, billing back end, writes to both disks, and, as warnings, the store of files and the clock
 * of bookings: files or money are refused, and everything else is served.
 */
export function createReadinessChecks(services: CheckedServices): readonly ReadinessCheck[] {
  const { db, billing, clock, dataFolder, files, nodeName } = services;
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
    { name: 'databaseWrite', check: throttled(clock, () => tryWriteDatabase(db, nodeName)) },
    { name: 'folderWrite', check: throttled(clock, () => tryWriteFolder(dataFolder)) },
    {
      name: 'fileStore',
      weight: 'warning',
      // A storage that hangs must not make a probe wait for long.
      maxMs: 1000,
      check: throttled(clock, () => checkStore(db, files)),
    },
    {
      name: 'bookingClock',
      weight: 'warning',
      check: async () => {
        const asker = { reference: newId(), actor: 'probe', unrecorded: true } as const;
        const known = await billing.call(LEDGER_CLOCK, {}, asker);
        if (!known.ok) return;
        const { isBehind, newestAt, differsBySeconds } = known.data;
        if (isBehind) throw new ClockBehind(clock.now(), instantFromIso(newestAt));
        if (differsBySeconds !== undefined) throw new ClockDiffers(differsBySeconds);
      },
    },
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
  /** A check that takes longer has failed; 5 s by default. */
  readonly checkMs?: number;
}

/** A failed check. */
interface FailedCheck {
  readonly name: string;
  readonly fault: unknown;
}

/** Result of one run of all checks. */
interface Readiness {
  readonly unready?: FailedCheck;
  readonly warnings: readonly FailedCheck[];
}

/** Cache time of one result, shared by all callers. */
const sharedForMs = 1000;

/** Time limit of a check: probes are asked every second or so, and wait for seconds. */
const usualCheckMs = 5000;

/** Limits the time of a check; one that has not ended is waited for, and not begun again. */
function inTime({ name, check }: ReadinessCheck, ms: number): () => Promise<void> {
  const running = singleFlight(check);
  return async () => {
    const ended = new AbortController();
    const late = sleep(ms, undefined, { signal: ended.signal }).then(() => {
      // The code of a connection that timed out: 503.
      throw Object.assign(new Error(`the check ${name} takes more than ${ms} ms`), { code: 'ETIMEDOUT' });
    });
    try {
      await Promise.race([running.run(), late]);
    } finally {
      ended.abort();
    }
  };
}

/** Runs the checks in order until one fails that makes the server not ready. */
async function runChecks(checks: readonly ReadinessCheck[]): Promise<Readiness> {
  const warnings: FailedCheck[] = [];
  for (const { name, check, weight } of checks) {
    try {
      await check();
    } catch (fault) {
      if (weight !== 'warning') return { unready: { name, fault }, warnings };
      warnings.push({ name, fault });
    }
  }
  return { warnings };
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
 * failed dependency and its name in `details.check`. Failed checks that only warn are named in `warnings`. One result is shared by
 * all callers for a second.
 */
export function serveProbes(app: FastifyInstance, services: ProbeServices): void {
  const { clock, stopping, recordFault, checkMs = usualCheckMs } = services;
  const checks = services.checks.map((check) => ({
    ...check,
    check: inTime(check, Math.min(checkMs, check.maxMs ?? checkMs)),
  }));
  let probe: { readonly begunAt: number; readonly readiness: Promise<Readiness> } | undefined;
  /** A warning lasts for hours: it is logged when it begins. */
  let warned: readonly string[] = [];

  /** The request that ran the checks logs their errors, once. */
  function record({ unready, warnings }: Readiness, reference: string): void {
    if (unready !== undefined) {
      recordFault(unready.fault, reference);
      return;
    }
    for (const { name, fault } of warnings) if (!warned.includes(name)) recordFault(fault, reference);
    warned = warnings.map(({ name }) => name);
  }

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
    if (probe === undefined || !isShared) probe = { begunAt: now, readiness: runChecks(checks) };
    const readiness = await probe.readiness;
    if (!isShared) record(readiness, request.id);
    const { unready, warnings } = readiness;
    if (unready !== undefined) {
      const failure = { ...failureOfFault(unready.fault), details: { check: unready.name } };
      return sendFailure(request, reply, failure);
    }
    const names = warnings.map(({ name }) => name);
    return reply.send({ status: 'success', ...(names.length > 0 && { warnings: names }) });
  });
}
