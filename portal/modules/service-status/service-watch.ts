import { incidentDays, type ServiceStatus } from '#contract/service-status.ts';
import { assessService, type ServiceFacts, serviceParts } from '#domain/service-status/assess-service.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { cached } from '#platform/cached.ts';
import type { Clock } from '#platform/clock.ts';
import { withinLimit } from '#platform/figures.ts';
import type { Logger } from '#platform/logger.ts';
import { singleFlight } from '#platform/single-flight.ts';
import type { ReadinessCheck } from '#portal/http/probes.ts';
import { type CustomerMaintenance, readCustomerMaintenance } from '#portal/modules/maintenance/public.ts';
import { readDeliveries } from '#portal/modules/outbox/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  beginIncident,
  deleteOldIncidents,
  endIncident,
  type Incident,
  type IncidentPart,
  type IncidentState,
  insertOutage,
  listIncidents,
  listOpenIncidents,
  takeWatch,
} from './incident-store.ts';

const dayMs = 86_400_000;
/** All who ask share one answer. */
const sharedForMs = 10_000;
/** A check that takes longer counts as failed; the page waits no longer either. */
const checkLimitMs = 2000;
/** Pause between two looks of a node. */
const usualEveryMs = 15_000;
/** Another node watches after so long without a look. */
const takeoverMs = 60_000;
/** Longer than a takeover with its look: no node reached the database. */
const outageMs = 90_000;

export interface WatchOptions {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  readonly checks: readonly ReadinessCheck[];
  /** Name of this server among those on one database. */
  readonly nodeName: string;
  readonly log: Logger;
}

export interface ServiceWatch {
  /** The answer of the public call, at most ten seconds old. Never fails. */
  read(): Promise<ServiceStatus>;
  /** Looks once and records what began or ended, when this node watches. @throws the database's error. */
  look(): Promise<void>;
  /** Looks every 15 s until it is stopped. */
  start(): { stop(): Promise<void> };
}

interface History {
  readonly incidents: readonly Incident[];
  readonly maintenance: CustomerMaintenance | undefined;
  readonly at: Instant;
}

const toWindow = (maintenance: CustomerMaintenance | undefined, isRunning: boolean) =>
  maintenance === undefined || maintenance.isRunning !== isRunning
    ? null
    : {
        from: instantToIso(maintenance.from),
        until: instantToIso(maintenance.until),
        text: maintenance.text,
      };

/**
 * Knows whether the parts of the cabinet work, and records interruptions. One node records; a look that fails once records nothing.
 * While the database is unavailable nothing can be written: the gap between two looks is recorded when it is over, also one of
 * stopped servers. Interruptions shorter than 90 s leave no gap.
 */
export function createServiceWatch({ db, clock, checks, nodeName, log }: WatchOptions): ServiceWatch {
  // A check that hangs is not begun again.
  const running = new Map(checks.map(({ name, check }) => [name, singleFlight(check)]));
  let history: History | undefined;
  /** When this node last reached the database; undefined: it has not. */
  let ownLookAt: Instant | undefined;
  /** What the last look found not well, and since which look. */
  let troubles = new Map<IncidentPart, { readonly state: IncidentState; readonly since: Instant }>();
  let isFailing = false;

  async function passes(name: string): Promise<boolean> {
    const check = running.get(name);
    if (check === undefined) throw new Error(`there is no check ${name}`);
    return (
      (await withinLimit(
        check.run().then(() => true),
        checkLimitMs,
      )) === true
    );
  }

  async function readFacts(now: Instant): Promise<ServiceFacts> {
    const [database, billing, databaseWrite, bookingClock, delivery] = await Promise.all([
      passes('database'),
      passes('billing'),
      passes('databaseWrite'),
      passes('bookingClock'),
      withinLimit(readDeliveries(db, now), checkLimitMs),
    ]);
    return {
      isCabinetUp: database && databaseWrite,
      isBillingUp: billing,
      isBookingClockRight: bookingClock,
      delivery,
    };
  }

  async function readHistory(now: Instant): Promise<void> {
    const since = (now - incidentDays * dayMs) as Instant;
    const [incidents, maintenance] = await Promise.all([
      listIncidents(db, since),
      readCustomerMaintenance(db, now),
    ]);
    history = { incidents, maintenance, at: now };
  }

  const answers = cached(sharedForMs, async (): Promise<ServiceStatus> => {
    const now = clock.now();
    // The last known history remains while the database is unavailable.
    const [facts] = await Promise.all([readFacts(now), withinLimit(readHistory(now), checkLimitMs)]);
    const states = assessService(facts);
    const { incidents = [], maintenance, at: readAt } = history ?? {};
    // Of an answer that is not new, the window may have begun or ended meanwhile.
    const known = maintenance !== undefined && maintenance.until > now ? maintenance : undefined;
    const present = known && { ...known, isRunning: known.from <= now };
    return {
      checkedAt: instantToIso(now),
      parts: serviceParts.map((part) => ({ part, state: states[part] })),
      running: toWindow(present, true),
      planned: toWindow(present, false),
      incidents: incidents.map(({ from, until, ...incident }) => ({
        ...incident,
        from: instantToIso(from),
        until: until === null ? null : instantToIso(until),
      })),
      readAt: readAt === undefined ? null : instantToIso(readAt),
    };
  });

  /** What is not well now, by part. */
  async function findTroubles(now: Instant): Promise<ReadonlyMap<IncidentPart, IncidentState>> {
    const [facts, maintenance] = await Promise.all([readFacts(now), readCustomerMaintenance(db, now)]);
    if (maintenance?.isRunning) return new Map([['cabinet', 'maintenance']]);
    if (!facts.isCabinetUp) return new Map([['cabinet', 'down']]);
    const states = Object.entries(assessService(facts)) as [IncidentPart, IncidentState | 'works'][];
    return new Map(states.filter((entry): entry is [IncidentPart, IncidentState] => entry[1] !== 'works'));
  }

  /** Writes only what changed. */
  async function recordChanges(now: Instant): Promise<void> {
    const found = await findTroubles(now);
    const open = await listOpenIncidents(db);
    let hasChanged = false;
    for (const { part, state } of open) {
      if (found.get(part) === state) continue;
      await endIncident(db, part, now);
      hasChanged = true;
    }
    const before = troubles;
    troubles = new Map();
    for (const [part, state] of found) {
      const known = before.get(part);
      const since = known?.state === state ? known.since : now;
      troubles.set(part, { state, since });
      const isOpen = open.some((incident) => incident.part === part && incident.state === state);
      // A single look may have met a moment; maintenance is no trouble that may pass.
      if (isOpen || (since === now && state !== 'maintenance')) continue;
      await beginIncident(db, { part, state, from: since });
      hasChanged = true;
    }
    if (hasChanged) await deleteOldIncidents(db, (now - incidentDays * dayMs) as Instant);
  }

  async function look(): Promise<void> {
    const now = clock.now();
    const watch = await takeWatch(db, nodeName, now, takeoverMs);
    const before = ownLookAt;
    ownLookAt = now;
    if (watch === undefined) {
      troubles = new Map();
      return;
    }
    const lastLook = Math.max(watch.lookedAt ?? now, before ?? 0) as Instant;
    if (now - lastLook > outageMs) await insertOutage(db, { from: lastLook, until: now });
    await recordChanges(now);
  }

  return {
    read: () => answers.get(),
    look,
    start() {
      const looking = singleFlight(async () => {
        try {
          await look();
          isFailing = false;
        } catch (error) {
          if (!isFailing) log.warn({ err: error }, 'interruptions of the service are not recorded');
          isFailing = true;
        }
      });
      const timer = setInterval(() => void looking.run(), usualEveryMs).unref();
      void looking.run();
      return {
        async stop() {
          clearInterval(timer);
          await looking.current();
        },
      };
    },
  };
}
