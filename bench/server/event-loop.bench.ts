import { personCalls } from '#bench/support/load/person-payloads.ts';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { type CabinetOwner, readOwners } from '#bench/support/seed/cabinet-owner.ts';
import { fillCabinets } from '#bench/support/seed/fill-cabinets.ts';
import { allCalls } from '#contract/all-calls.ts';
import { fileTypesOf } from '#contract/define-call.ts';
import { openLiveChannel } from '#contract/live.ts';
import { addPhoto } from '#contract/readings.ts';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { newId } from '#platform/uuid.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { makeHostilePictures } from '#portal/modules/readings/photo/testing/hostile-pictures.ts';
import { requestBody } from '#portal/testing/request-body.ts';
import { startServer } from '../support/start-server.ts';

const households = 300;
const owners = 100;
const rounds = 5;
/** Refused by its first bytes: what reading a request of this size takes. */
const ordinaryPicture = 'noise of 5 MB';

/** One request: what it is and how it is sent; the payload of each round is another household's. */
interface Work {
  readonly name: string;
  readonly path: string;
  readonly fields: (owner: CabinetOwner) => Readonly<Record<string, unknown>>;
}

export interface EventLoopTime {
  readonly name: string;
  /** Processor time of the event loop's thread for one request, the least of the rounds: other work only adds to it. */
  readonly ms: number;
}

export interface EventLoopBenchResult {
  readonly pictures: readonly EventLoopTime[];
  readonly files: readonly EventLoopTime[];
  /** The same for a request of 5 MB that is no picture. */
  readonly ordinaryMs: number;
}

/** What the event loop works for one hostile picture, and for one file that a person asks for, each sent alone. */
export async function benchEventLoop(
  log: (line: string) => void = () => undefined,
): Promise<EventLoopBenchResult> {
  const database = await openBenchDatabase();
  try {
    log(`loading ${households} accounts`);
    await fillCabinets(database.url, households, database.dataFolder);
    const persons = await readOwners(database.pool, owners);
    const sessionKeys = newKeyRingText();
    const tokens = createTokens(parseKeyRing('SESSION_KEYS', sessionKeys));
    const expiresAt = (systemClock.now() + 12 * 3_600_000) as Instant;
    const server = await startServer({
      DATABASE_URL: database.url,
      SESSION_KEYS: sessionKeys,
      SVITLO_DATA: database.dataFolder,
      WORK_SECONDS: '0',
    });
    let sent = 0;
    const absent = new Set<string>();
    const threadMsOf = async (
      { name, path, fields }: Work,
      expected: (status: number) => boolean,
    ): Promise<number> => {
      const owner = persons[sent % persons.length];
      if (owner === undefined) throw new Error('no household');
      sent += 1;
      const token = tokens.sign({ sessionId: owner.sessionId, type: 'person', expiresAt });
      const { type, body } = await requestBody(path, { ...fields(owner), token });
      const before = await server.threadMs();
      const send = { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(body) };
      // Too large a body ends the connection before it is sent whole.
      const response = await fetch(server.url + path, send).catch(() => undefined);
      // A file that a household of the benchmark has not.
      if (response?.status === 404) absent.add(name);
      await response?.arrayBuffer().catch(() => undefined);
      if (response !== undefined && !expected(response.status))
        throw new Error(`${name}: ${response.status}`);
      return (await server.threadMs()) - before;
    };
    const measure = async (
      works: readonly Work[],
      expected: (status: number) => boolean,
    ): Promise<EventLoopTime[]> => {
      const least = works.map(() => Number.POSITIVE_INFINITY);
      for (let round = 0; round <= rounds; round += 1) {
        for (const [index, work] of works.entries()) {
          const ms = await threadMsOf(work, expected);
          // The first round warms up.
          if (round > 0) least[index] = Math.min(least[index] ?? ms, ms);
        }
      }
      return works
        .map(({ name }, index) => ({ name, ms: least[index] ?? 0 }))
        .filter(({ name }) => !absent.has(name));
    };
    try {
      const pictures = await measure(await pictureWorks(), (status) => status < 500);
      const files = await measure(fileWorks(), (status) => status === 200 || status === 404);
      for (const { name, ms } of [...pictures, ...files]) log(`${name}: ${ms.toFixed(1)} ms`);
      const ordinaryMs = pictures.find(({ name }) => name === ordinaryPicture)?.ms ?? 0;
      return { pictures, files, ordinaryMs };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}

async function pictureWorks(): Promise<Work[]> {
  const pictures = await makeHostilePictures();
  return pictures.map(({ name, content }) => ({
    name,
    path: addPhoto.path,
    fields: ({ account }) => ({ account, requestId: newId(), file: content }),
  }));
}

function fileWorks(): Work[] {
  const makers = new Set<string>(
    allCalls.flatMap((call) =>
      fileTypesOf(call).length > 0 && call.path !== openLiveChannel.path ? [call.path] : [],
    ),
  );
  return personCalls().filter(({ path }) => makers.has(path));
}
