import * as z from 'zod/mini';
import { findingCodes } from '#domain/performance/assess-performance.ts';
import { instantField } from './values/dates.ts';

/** Milliseconds; null: nothing was measured. */
export const msField = z.nullable(z.number());
export const percentileFields = { p50Ms: msField, p95Ms: msField, p99Ms: msField };

/** Of a node, or of all nodes together: counts add up, of delays the largest counts, percentiles are those of all calls. */
const figureFields = {
  /** Calls per second, over the last ten. */
  perSecond: z.number(),
  /** Calls of the last minute, and those that failed by a fault of ours (HTTP status 500 and more). */
  calls: z.number(),
  failed: z.number(),
  ...percentileFields,
  inFlight: z.number(),
  /** Delay of the event loop, p99. */
  lagMs: z.number(),
  /** Busy share of the event loop, 0 to 1. */
  loopUsed: z.number(),
  pool: z.object({ used: z.number(), idle: z.number(), waiting: z.number() }),
  jobsRunning: z.number(),
  rssBytes: z.number(),
};

/** State of the live topic `performance`. */
export const performancePayload = z.object({
  at: instantField,
  /** What is not well, what hits customers now first; empty: all is well. */
  findings: z.array(
    z.object({
      code: z.enum(findingCodes),
      node: z.nullable(z.string()),
      value: z.nullable(z.number()),
      since: instantField,
      /** False: it was there already when somebody began to look. */
      isSinceKnown: z.boolean(),
    }),
  ),
  /** Sessions that a failed call has hit in the last minute, and failed calls without a session; null: none was. */
  hit: z.nullable(z.object({ sessions: z.number(), withoutSession: z.number() })),
  together: z.object(figureFields),
  /** `version`: that of the product and the commit it was built from, `1.0.0 (0123abc)`; empty: one that does not say. */
  nodes: z.array(z.object({ name: z.string(), version: z.string(), ...figureFields })),
  /** Nodes of which nothing was heard for ten seconds or longer, a quarter of an hour at most. */
  silent: z.array(z.object({ name: z.string(), lastAt: instantField })),
  /** What was done last for backups, as `npm run doctor` judges it; null: no node knows of backups. Absent: read by a node of an earlier version. */
  backup: z.optional(
    z.nullable(
      z.object({
        copy: z.enum(['none', 'old', 'fresh']),
        lastBackupAt: z.nullable(instantField),
        /** A trial of a restore. */
        check: z.enum(['never', 'failed', 'good']),
        lastCheckAt: z.nullable(instantField),
        log: z.enum(['off', 'old', 'fresh']),
        walArchivedAt: z.nullable(instantField),
      }),
    ),
  ),
  /** Of each of the last sixty seconds, the oldest first. */
  seconds: z.object({ calls: z.array(z.number()), failed: z.array(z.number()) }),
  /** Paths of the last minute: what fails or is slow comes first. */
  paths: z.array(z.object({ path: z.string(), calls: z.number(), failed: z.number(), slow: z.number() })),
  /** The longest calls under way. */
  running: z.array(z.object({ node: z.string(), path: z.string(), ms: z.number() })),
  jobs: z.object({
    waiting: z.number(),
    running: z.number(),
    lateSeconds: z.number(),
    /** The task that is late; null: none is. */
    lateJob: z.nullable(z.string()),
  }),
  database: z.object({
    connections: z.number(),
    maxConnections: z.number(),
    longestSeconds: z.number(),
    /** Statements that wait for a lock, and the longest of these waits. */
    lockWaits: z.number(),
    longestLockSeconds: z.number(),
    /** Share of blocks that were found in memory, since the reading before; null: none was read. */
    cacheShare: z.nullable(z.number()),
    sizeBytes: z.number(),
  }),
});
