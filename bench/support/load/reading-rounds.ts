import type { BenchDatabase } from '#bench/support/seed/bench-database.ts';
import { startServer } from '#bench/support/start-server.ts';
import type { placeReading } from '#domain/readings/submission-window.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newKeyRingText } from '#platform/key-ring.ts';
import { type LoadResult, runLoad } from './http-load.ts';
import { createReadingRequests } from './reading-requests.ts';

const connections = 32;

export interface ReadingRounds {
  /** Submits the readings of the next `perRound` accounts. @param pace Readings per second; absent: as many as are answered. */
  submit(pace?: number): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Starts a server on a database that `seedReadings` filled, for rounds of submitted readings, each of another account. */
export async function startReadingRounds(options: {
  readonly database: Pick<BenchDatabase, 'url' | 'dataFolder'>;
  readonly now: Instant;
  readonly placement: ReturnType<typeof placeReading>;
  readonly perRound: number;
}): Promise<ReadingRounds> {
  const { database, now, placement, perRound } = options;
  const sessionKeys = newKeyRingText();
  const requestOf = createReadingRequests({ sessionKeys, now, placement });
  const server = await startServer({
    DATABASE_URL: database.url,
    SESSION_KEYS: sessionKeys,
    SVITLO_DATA: database.dataFolder,
  });
  let submitted = 0;
  return {
    async submit(pace) {
      const first = submitted;
      submitted += perRound;
      const result = await runLoad({
        url: server.url,
        connections,
        requests: perRound,
        next: (index) => requestOf(first + index),
        ...(pace !== undefined && { pace }),
      });
      if (result.statuses[200] !== perRound) throw new Error(`answers: ${JSON.stringify(result.statuses)}`);
      return result;
    },
    stop: () => server.stop(),
  };
}
