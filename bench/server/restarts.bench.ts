import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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

interface Backend {
  readonly port: number;
  isReady: boolean;
}

/** A proxy as in operations.md: keep-alive connections, no retries, `/readyz` of each node polled every second. */
async function startProxy(backends: readonly Backend[]) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[turn++ % ready.length];
    const answerBadGateway = () => answer.headersSent || answer.writeHead(502).end();
    if (backend === undefined) return void answerBadGateway();
    const { method, url, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port: backend.port, method, path: url, headers, agent });
    forwarded.once('response', (got) => {
      // Connection headers are hop-by-hop.
      const { connection: _, 'keep-alive': __, ...rest } = got.headers;
      got.pipe(answer.writeHead(got.statusCode ?? 502, rest));
    });
    forwarded.once('error', answerBadGateway);
    incoming.pipe(forwarded);
  });
  const isUp = (port: number) =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const timer = setInterval(() => {
    for (const backend of backends)
      void isUp(backend.port).then((isReady) => {
        backend.isReady = isReady;
      });
  }, 1000);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

/** Status of one call through the proxy; 0: no answer. */
function call(port: number, agent: Agent): Promise<number> {
  return new Promise((done) => {
    const headers = { 'content-type': 'application/json', 'content-length': 2 };
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/api-link',
      agent,
      headers,
    });
    outgoing.once('response', (answer) => {
      answer.resume().once('end', () => done(answer.statusCode ?? 0));
      answer.once('error', () => done(0));
    });
    outgoing.once('error', () => done(0));
    outgoing.end('{}');
  });
}

/** Clients that send requests without pause until stopped. */
function startLoad(port: number) {
  const counts = { answered: 0, failed: 0 };
  let isOver = false;
  async function client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      const status = await call(port, agent);
      if (status === 200) counts.answered += 1;
      else counts.failed += 1;
    }
    agent.destroy();
  }
  const ended = Promise.all(Array.from({ length: clients }, client));
  return async () => {
    isOver = true;
    await ended;
    return counts;
  };
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
      environment: { ...production, DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1' },
    });
  const nodes = await Promise.all([startNode(0), startNode(1)]);
  const backends = ports.map((port) => ({ port, isReady: true }));
  const proxy = await startProxy(backends);
  const endLoad = startLoad(proxy.port);
  let slowestStopMs = 0;
  try {
    for (const [index, node] of nodes.entries()) {
      const begun = performance.now();
      await node.stop();
      const stopMs = performance.now() - begun;
      slowestStopMs = Math.max(slowestStopMs, stopMs);
      nodes[index] = await startNode(index);
      while (!backends[index]?.isReady) await sleep(100);
      log(`node ${index + 1} was gone after ${stopMs.toFixed(0)} ms, and is back`);
    }
    return { ...(await endLoad()), slowestStopMs };
  } finally {
    await endLoad();
    proxy.close();
    await Promise.all(nodes.map((node) => node.stop()));
    await database.stop();
    await Promise.all(folders.map((folder) => folder.remove()));
  }
}

const kills = 10;

/**
 * Kills and restarts the whole product, as process 1 of a PID namespace like in a container, repeatedly on one data
 * folder.
 */
export async function benchKills({ log }: { readonly log: Log }): Promise<{ starts: number; kills: number }> {
  const data = await temporaryDataFolder({ onDisk: true });
  let product: RunningProduct | undefined;
  let starts = 0;
  try {
    for (let round = 0; round <= kills; round += 1) {
      const begun = performance.now();
      product = await startProduct({
        dataFolder: data.path,
        asProcessOne: true,
        timeoutMs: startTimeoutMs,
        environment: production,
      });
      const isReady = (await fetch(`${product.url}/readyz`)).ok;
      if (isReady) starts += 1;
      log(`start ${round + 1}: ready after ${(performance.now() - begun).toFixed(0)} ms`);
      await product.kill();
    }
    return { starts, kills };
  } finally {
    await product?.kill();
    await data.remove();
  }
}
