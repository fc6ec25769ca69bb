import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '#bench/support/median.ts';
import {
  type ChangedNodes,
  changeNodesUnderLoad,
  replaceNodesUnderLoad,
} from '#e2e/support/product/replace-nodes.ts';
import { type RunningProduct, startProduct } from '#e2e/support/product/running-product.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

const clients = 16;
const startTimeoutMs = 300_000;
/** A production start loads no sample; `DRAIN_SECONDS` has its default. */
const production = { NODE_ENV: 'production', CLAMD: 'off' };

type Log = (line: string) => void;

export interface RestartsResult {
  /** Answered requests through the proxy while both nodes were restarted. */
  readonly answered: number;
  readonly failed: number;
  /** The slowest shutdown of a node under load. */
  readonly slowestStopMs: number;
}

/**
 * Restarts two nodes one after the other behind a proxy under load; they are started concurrently on an empty database.
 */
export async function benchRollingRestart({ log }: { readonly log: Log }): Promise<RestartsResult> {
  const folders = await Promise.all([1, 2, 3].map(() => temporaryDataFolder({ onDisk: true })));
  const [ofDatabase, ...ofNodes] = folders.map(({ path }) => path);
  const database = await startEmbeddedPostgres({
    dataFolder: ofDatabase ?? '',
    databaseName: 'svitlo',
  });
  const ports = [await freePort(), await freePort()];
  const startNode = (index: number) =>
    startProduct({
      dataFolder: ofNodes[index] ?? '',
      port: ports[index] ?? 0,
      timeoutMs: startTimeoutMs,
      environment: {
        ...production,
        DATABASE_URL: database.url,
        TRUSTED_PROXIES: '127.0.0.1',
        FILES_TO: join(ofDatabase ?? '', 'files'),
      },
    });
  const nodes = await Promise.all([startNode(0), startNode(1)]);
  try {
    const { answered, failed, stopMs } = await replaceNodesUnderLoad({
      nodes,
      start: startNode,
      clients,
      next: () => ({ path: '/api/api-link', payload: {} }),
    });
    for (const [index, ms] of stopMs.entries())
      log(`node ${index + 1} was gone after ${ms.toFixed(0)} ms, and is back`);
    return { answered, failed: failed.length, slowestStopMs: Math.max(...stopMs) };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.stop();
    await Promise.all(folders.map((folder) => folder.remove()));
  }
}

/** A node is added behind a proxy under load, and the one that was there is removed. */
export async function benchAddedNode({ log }: { readonly log: Log }): Promise<ChangedNodes> {
  const folders = await Promise.all([1, 2, 3].map(() => temporaryDataFolder({ onDisk: true })));
  const [ofDatabase = '', ofFirst = '', ofAnother = ''] = folders.map(({ path }) => path);
  const database = await startEmbeddedPostgres({ dataFolder: ofDatabase, databaseName: 'svitlo' });
  const startNode = (dataFolder: string) =>
    startProduct({
      dataFolder,
      timeoutMs: startTimeoutMs,
      environment: { ...production, DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1' },
    });
  const nodes = [await startNode(ofFirst)];
  try {
    return await changeNodesUnderLoad({
      first: nodes[0] as RunningProduct,
      async startAnother() {
        const another = await startNode(ofAnother);
        nodes.push(another);
        log('another node is ready');
        return another;
      },
      answersOfAnother: 2000,
      clients,
      next: () => ({ path: '/api/api-link', payload: {} }),
    });
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.stop();
    await Promise.all(folders.map((folder) => folder.remove()));
  }
}

export interface KillsResult {
  readonly starts: number;
  readonly kills: number;
  /** From a kill to an answer of `/readyz`, milliseconds; median of all kills. */
  readonly medianMs: number;
}

/**
 * Kills and restarts the whole product, as process 1 of a PID namespace like in a container, repeatedly on one data
 * folder.
 */
export async function benchKills({
  log,
  kills = 10,
}: {
  readonly log: Log;
  readonly kills?: number;
}): Promise<KillsResult> {
  const data = await temporaryDataFolder({ onDisk: true });
  let product: RunningProduct | undefined;
  let starts = 0;
  const afterKills: number[] = [];
  let begun = performance.now();
  try {
    for (let round = 0; round <= kills; round += 1) {
      product = await startProduct({
        dataFolder: data.path,
        asProcessOne: true,
        timeoutMs: startTimeoutMs,
        environment: production,
      });
      const isReady = (await fetch(`${product.url}/readyz`)).ok;
      if (isReady) starts += 1;
      const ms = performance.now() - begun;
      if (round > 0) afterKills.push(ms);
      log(`start ${round + 1}: ready after ${ms.toFixed(0)} ms`);
      begun = performance.now();
      await product.kill();
    }
    return { starts, kills, medianMs: median(afterKills) };
  } finally {
    await product?.kill();
    await data.remove();
  }
}

/** `node bench/server/restarts.bench.ts --kills 3`: kills alone. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { kills: { type: 'string', default: '10' } } });
  const result = await benchKills({ log: (line) => console.log(line), kills: Number(values.kills) });
  console.log(
    `${result.kills} kills, ${result.starts} starts; from a kill to /readyz ${result.medianMs.toFixed(0)} ms (median)`,
  );
}
