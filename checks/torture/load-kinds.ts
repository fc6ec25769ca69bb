import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { type Acknowledged, createPayingClient, until } from '#e2e/support/paying-client.ts';
import {
  findLoss,
  findTwice,
  findUnreported,
  isOutboxEmpty,
  openBooks,
} from '#e2e/support/product/acknowledged-acts.ts';
import { processesOf } from '#e2e/support/product/installation-processes.ts';
import {
  type Client,
  killAll,
  killedSessionKeys,
  prepareClients,
} from '#e2e/support/product/kill-fixture.ts';
import { type RunningProduct, startProduct } from '#e2e/support/product/running-product.ts';
import { type AcknowledgedFile, createUploadingClient } from '#e2e/support/uploading-client.ts';
import type { Random } from '#sample/random.ts';
import { findFaults, findLeftOver, killInstallation, setDatabase } from './installation.ts';
import type { Round, RoundResult, TortureKind } from './round.ts';

const clients = 8;
const accountsOfClient = 60;

/** Made once for all kinds that put a product under load. */
let prepared: Promise<{ readonly folder: string; readonly clients: readonly Client[] }> | undefined;

export function prepareLoad(emptyFolder: () => Promise<string>) {
  prepared ??= (async () => {
    const folder = await emptyFolder();
    return { folder, clients: await prepareClients({ dataFolder: folder, clients, accountsOfClient }) };
  })();
  return prepared;
}

export function startServer(dataFolder: string, killSignal?: AbortSignal): Promise<RunningProduct> {
  return startProduct({
    dataFolder,
    environment: { SESSION_KEYS: killedSessionKeys },
    ...(killSignal && { killSignal }),
  });
}

/** What clients do, what was answered with success, and what is missing or there twice afterwards. */
export interface Load {
  work(url: string): Promise<unknown>;
  acknowledged(): number;
  findLoss(db: BillingDatabase, url: string): Promise<readonly string[]>;
  /** Repeats what got no answer; then nothing may count twice, nor be known in one place alone. */
  repeat(url: string): Promise<unknown>;
  findTwice(db: BillingDatabase): Promise<readonly string[]>;
  findWrong(db: BillingDatabase): Promise<readonly string[]>;
}

/** Customers who give readings and pay. */
export function payingLoad(of: readonly Client[]): Load {
  const acknowledged: Acknowledged = { readings: [], payments: [] };
  const working = of.map((client) => createPayingClient(client, acknowledged));
  return {
    work: (url) => Promise.all(working.map((client) => client.work(url))),
    acknowledged: () => acknowledged.readings.length + acknowledged.payments.length,
    async findLoss(db) {
      const { readings, payments } = await findLoss(db, {
        readings: [...acknowledged.readings],
        payments: [...acknowledged.payments],
      });
      return [...readings.map((receipt) => `reading ${receipt}`), ...payments.map((id) => `payment ${id}`)];
    },
    repeat: (url) => Promise.all(working.map((client) => client.repeat(url))),
    findTwice,
    async findWrong(db) {
      await until('the portal has taken all events', () => isOutboxEmpty(db));
      const problems = await checkLedger(db);
      const unreported = await findUnreported(db);
      return [
        ...problems.map((problem) => `books: ${JSON.stringify(problem)}`),
        ...unreported.map((id) => `payment ${id} has no event in the portal`),
      ];
    },
  };
}

/** Customers who add files. */
function uploadingLoad(of: readonly Client[], random: Random): Load {
  const acknowledged: AcknowledgedFile[] = [];
  const working = of.map((client) => createUploadingClient(client, random, acknowledged));
  return {
    work: (url) => Promise.all(working.map((client) => client.work(url))),
    acknowledged: () => acknowledged.length,
    async findLoss(_, url) {
      const lost = await Promise.all(working.map((client) => client.findLoss(url)));
      return lost.flat().map((fileId) => `file ${fileId}`);
    },
    repeat: (url) => Promise.all(working.map((client) => client.repeat(url))),
    async findTwice(db) {
      const { rows } = await sql<{ what: string }>`
        select 'files of ' || account_number as what from portal.stored_file
        group by account_number having count(*) > 1`.execute(db);
      return rows.map(({ what }) => what);
    },
    findWrong: () => Promise.resolve([]),
  };
}

/** Kills what a kind names while the product works. True when the server has to be started again. */
type Blow = (product: RunningProduct, dataFolder: string, random: Random) => Promise<boolean>;

const killServer: Blow = async (product, dataFolder) => {
  await killInstallation(dataFolder, 'product');
  await product.ended;
  return true;
};

const killBoth: Blow = async (product, dataFolder) => {
  await killInstallation(dataFolder, 'both');
  await product.ended;
  return true;
};

/** The postmaster alone, all processes of the database, or one of its backends, which the server outlives. */
const killDatabase: Blow = async (product, dataFolder, random) => {
  const postmaster = await product.databaseProcessId();
  const { database } = await processesOf(dataFolder);
  const backends = database.filter((processId) => processId !== postmaster);
  const victim = random.between(1, 3);
  if (victim === 3) {
    killAll([backends[random.between(0, backends.length - 1)] ?? postmaster]);
    return false;
  }
  killAll(victim === 1 ? [postmaster] : database);
  await product.ended;
  return true;
};

async function untilServing(url: string): Promise<void> {
  await until('the server is ready', async () => {
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
  });
}

/** Starts the product again; in one round of four that start is killed too, somewhere. */
async function startAgain(dataFolder: string, random: Random) {
  let kills = 0;
  if (random.chance(0.25)) {
    const killing = new AbortController();
    const starting = startServer(dataFolder, killing.signal);
    starting.catch(() => undefined);
    await sleep(random.between(0, 2500));
    killing.abort();
    await killInstallation(dataFolder, random.chance(0.5) ? 'product' : 'both');
    await starting.then(
      (product) => product.ended,
      () => undefined,
    );
    kills = 1;
  }
  const begun = performance.now();
  const product = await startServer(dataFolder);
  await untilServing(product.url);
  return { product, kills, servingMs: performance.now() - begun };
}

interface LoadRoundOptions {
  readonly folder: string;
  readonly load: Load;
  readonly blow: Blow;
  /** Acknowledged acts before each kill, from and to. */
  readonly before: readonly [number, number];
  /** How often it is killed; absent: once to three times. */
  readonly kills?: number;
}

/** Lets clients work on and kills in the middle of it; the product serves again then. */
async function strike(
  product: RunningProduct,
  random: Random,
  { folder, load, blow, before }: LoadRoundOptions,
) {
  const working = load.work(product.url);
  const acts = load.acknowledged() + random.between(...before);
  let isOver = false;
  void working.then(() => {
    isOver = true;
  });
  await until('the clients are in the middle of their work', () => isOver || load.acknowledged() >= acts);
  await sleep(random.next() * 30);
  const killedAt = performance.now();
  if (await blow(product, folder, random)) {
    await working;
    return startAgain(folder, random);
  }
  // A ready server says so for some seconds more, while the database recovers from the death of its backend.
  const { db, close } = await openBooks(folder);
  await until('the database answers', () =>
    sql`select`.execute(db).then(
      () => true,
      () => false,
    ),
  );
  await close();
  await untilServing(product.url);
  const servingMs = performance.now() - killedAt;
  await working;
  return { product, kills: 0, servingMs };
}

/** Kills a product under load up to three times, and looks after each at what is there. */
async function runLoadRound({ random }: Round, options: LoadRoundOptions): Promise<RoundResult> {
  const { folder, load } = options;
  let product = await startServer(folder);
  const [lost, doubled, wrong, servingMs] = [[] as string[], [] as string[], [] as string[], [] as number[]];
  let kills = 0;
  try {
    for (let left = options.kills ?? random.between(1, 3); left > 0; left -= 1) {
      const again = await strike(product, random, options);
      product = again.product;
      kills += 1 + again.kills;
      servingMs.push(again.servingMs);
      const { db, url, close } = await openBooks(folder);
      try {
        lost.push(...(await load.findLoss(db, product.url)));
        doubled.push(...(await load.findTwice(db)));
        await load.repeat(product.url);
        wrong.push(...(await load.findWrong(db)));
        doubled.push(...(await load.findTwice(db)));
        if (left === 1) wrong.push(...(await findFaults(folder, url)));
      } finally {
        await close();
      }
    }
    const code = await product.stop();
    if (code !== 0) wrong.push(`the server ended with ${code}`);
    wrong.push(...(await findLeftOver(folder)));
    return { kills, acknowledged: load.acknowledged(), lost, doubled, wrong, servingMs };
  } finally {
    await product.stop();
  }
}

function loadKind(
  name: string,
  options: Pick<LoadRoundOptions, 'blow' | 'before'> & { uploads?: true },
): TortureKind {
  return {
    name,
    async prepare({ emptyFolder }) {
      const { folder: template, clients: of } = await prepareLoad(emptyFolder);
      return {
        async round(round) {
          const folder = await round.copyOf(template);
          const load = options.uploads ? uploadingLoad(of, round.random) : payingLoad(of);
          return runLoadRound(round, { ...options, folder, load });
        },
      };
    },
  };
}

const anyBlow: Blow = (product, dataFolder, random) =>
  random.pick([killServer, killDatabase, killBoth])(product, dataFolder, random);

export const loadKinds: readonly TortureKind[] = [
  loadKind('server', { blow: killServer, before: [5, 250] }),
  loadKind('database', { blow: killDatabase, before: [5, 250] }),
  loadKind('both', { blow: killBoth, before: [5, 250] }),
  loadKind('upload', { blow: anyBlow, before: [5, 120], uploads: true }),
];

/** A database that acknowledges commits before they are written: a round must find what it loses. */
export const control: TortureKind = {
  name: 'control',
  async prepare({ emptyFolder }) {
    const { folder: template, clients: of } = await prepareLoad(emptyFolder);
    return {
      async round(round) {
        const folder = await round.copyOf(template);
        await setDatabase(folder, {
          synchronous_commit: 'off',
          wal_writer_delay: '10s',
          wal_writer_flush_after: '1GB',
        });
        return runLoadRound(round, {
          folder,
          load: payingLoad(of),
          blow: killBoth,
          before: [150, 250],
          kills: 1,
        });
      },
    };
  },
};
