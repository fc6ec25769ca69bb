import type { ModuleCallRecord } from '#billing/client.ts';
import { createLogger } from '#platform/logger.ts';
import { newId } from '#platform/uuid.ts';
import { createCallLog } from '#portal/http/records/call-log.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Pseudo-random whole numbers below a bound, of a seed (mulberry32), so that a failure can be repeated. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface SeededSession {
  readonly sessionId: string;
  readonly identityId: string;
}

export type SeededCall = Omit<ModuleCallRecord, 'sessionId'> & {
  readonly session: SeededSession | undefined;
};

export interface SeededCalls {
  readonly api: readonly SeededCall[];
  /** `api` is the API call that made each; null: a background job did. */
  readonly fm: readonly SeededCall[];
}

interface SeedOptions {
  readonly seed: number;
  /** Number of API calls. */
  readonly count: number;
  /** Of the last record, in epoch milliseconds. */
  readonly last: number;
  /** Days before it over which the records lie. */
  readonly days: number;
  readonly sessions?: readonly SeededSession[];
}

const apiNames = ['/api/pairs', '/api/bills/list', '/api/payments/start', '/api/meters/list', '/api/gone'];
const fmNames = ['ACCOUNT_FIND', 'BILL_LIST', 'PAYMENT_START', 'METER_LIST', 'GONE_MODULE'];
const outcomes = [
  ['success', 200],
  ['success', 200],
  ['success', 200],
  ['common.badRequest', 400],
  ['common.sessionEnded', 401],
  ['payments.outsideLimits', 422],
  ['common.unexpected', 500],
] as const;

/** Writes random calls as the server does, so that the rollups have them too, and gives them to compare with. */
export async function seedCalls(
  db: PortalDatabase,
  { seed, count, last, days, sessions = [] }: SeedOptions,
): Promise<SeededCalls> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const recordOf = (name: string, happenedAt: number, reference: string, api: string | null): SeededCall => {
    const [outcomeCode, httpStatus] = pick(outcomes);
    // Durations of all magnitudes, from tenths of a millisecond to seconds.
    const durationUs = 100 + random(10 ** (3 + random(4)));
    const session = random(3) === 0 ? undefined : sessions[random(Math.max(1, sessions.length))];
    const accountNumber = random(2) === 0 ? `23900011${10 + random(20)}` : null;
    return { happenedAt, reference, name, durationUs, outcomeCode, httpStatus, accountNumber, session, api };
  };
  const api = Array.from({ length: count }, () => {
    const happenedAt = last - random(days * 24 * 3600) * 1000 - random(1000);
    return recordOf(pick(apiNames), happenedAt, newId(), null);
  });
  const fm = api.flatMap(({ name, happenedAt, reference }) =>
    Array.from({ length: random(3) }, () => {
      const isJob = random(10) === 0;
      return recordOf(
        pick(fmNames),
        happenedAt + random(3),
        isJob ? newId() : reference,
        isJob ? null : name,
      );
    }),
  );
  const log = createCallLog({
    db,
    log: createLogger({ level: 'error' }),
    node: 'test',
    maxWaiting: 1_000_000,
  });
  const written = ({ session, ...record }: SeededCall) => ({
    ...record,
    sessionId: session?.sessionId ?? null,
  });
  for (const call of api) log.recordApiCall(written(call));
  for (const call of fm) log.recordModuleCall(written(call));
  await log.stop();
  return { api, fm };
}
