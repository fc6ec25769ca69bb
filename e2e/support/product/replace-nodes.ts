import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setInterval } from 'node:timers/promises';
import type { RunningProduct } from './running-product.ts';

/** A call that a client sends. */
interface NodeRequest {
  readonly path: string;
  readonly payload: object;
  /** Whether a refusal (4xx) is an answer too. */
  readonly isRefusable?: boolean;
}

export interface ReplaceNodesOptions {
  /** The nodes behind the proxy; each is replaced in this array. */
  readonly nodes: RunningProduct[];
  /** Starts the node that takes the place of the stopped one, on the same address. */
  readonly start: (index: number) => Promise<RunningProduct>;
  /** Clients that send requests without a pause. */
  readonly clients: number;
  readonly next: (count: number) => NodeRequest;
  /** What else happens under load, after the last node was replaced. */
  readonly afterwards?: () => Promise<void>;
}

export interface ReplacedNodes {
  readonly answered: number;
  /** Requests without an answer, or answered by a failure: path and status (0: none). */
  readonly failed: readonly string[];
  /** How long each node took to end, milliseconds. */
  readonly stopMs: readonly number[];
}

interface Backend {
  readonly port: number;
  isReady: boolean;
  /** Answers of it that the proxy passed on. */
  answered: number;
}

/** A proxy as in operations.md: keep-alive connections, no retries, `/readyz` of each node asked every second. */
async function startProxy(backends: readonly Backend[]) {
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[turn++ % ready.length];
    const answerBadGateway = () => answer.headersSent || answer.writeHead(502).end();
    if (backend === undefined) return void answerBadGateway();
    const { method, url, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port: backend.port, method, path: url, headers, agent });
    forwarded.once('response', (got) => {
      backend.answered += 1;
      server.emit('passedOn');
      // Connection headers are hop-by-hop.
      const { connection: _, 'keep-alive': __, ...rest } = got.headers;
      got.pipe(answer.writeHead(got.statusCode ?? 502, rest));
    });
    forwarded.once('error', answerBadGateway);
    incoming.pipe(forwarded);
  });
  async function probe(backend: Backend): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${backend.port}/readyz`).catch(() => undefined);
    backend.isReady = answer?.ok === true;
  }
  async function watch(): Promise<void> {
    for await (const _ of setInterval(1000, undefined, { signal: stopping.signal }))
      for (const backend of backends) void probe(backend);
  }
  watch().catch(() => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    /** Resolves when the node takes requests again. */
    async untilReady(backend: Backend): Promise<void> {
      while (!backend.isReady) await probe(backend);
    },
    /** Resolves when the node has given this number of answers. */
    async untilAnswered(backend: Backend, count: number): Promise<void> {
      while (backend.answered < count) await once(server, 'passedOn');
    },
    close() {
      stopping.abort();
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

/** Status of one call through the proxy; 0: no answer. */
function call(port: number, agent: Agent, { path, payload }: NodeRequest): Promise<number> {
  return new Promise((done) => {
    const body = JSON.stringify(payload);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', path, agent, headers });
    outgoing.once('response', (answer) => {
      answer.resume().once('end', () => done(answer.statusCode ?? 0));
      answer.once('error', () => done(0));
    });
    outgoing.once('error', () => done(0));
    outgoing.end(body);
  });
}

/** Clients that send requests without a pause until stopped. */
function startLoad(port: number, { clients, next }: Pick<ReplaceNodesOptions, 'clients' | 'next'>) {
  const counts = { answered: 0, failed: [] as string[] };
  let sent = 0;
  let isOver = false;
  async function client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      const asked = next(sent++);
      const status = await call(port, agent, asked);
      const isRefusal = asked.isRefusable === true && status >= 400 && status < 500;
      if (status === 200 || isRefusal) counts.answered += 1;
      else counts.failed.push(`${asked.path}: ${status}`);
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

/** Replaces nodes one after the other behind a proxy under load: stops one, starts the other, waits until it is ready. */
export async function replaceNodesUnderLoad(options: ReplaceNodesOptions): Promise<ReplacedNodes> {
  const { nodes, start, afterwards } = options;
  const backends = nodes.map(({ url }) => ({ port: Number(new URL(url).port), isReady: true, answered: 0 }));
  const proxy = await startProxy(backends);
  const endLoad = startLoad(proxy.port, options);
  const stopMs: number[] = [];
  try {
    for (const [index, backend] of backends.entries()) {
      const begun = performance.now();
      await nodes[index]?.stop();
      stopMs.push(performance.now() - begun);
      nodes[index] = await start(index);
      await proxy.untilReady(backend);
    }
    await afterwards?.();
    return { ...(await endLoad()), stopMs };
  } finally {
    await endLoad();
    proxy.close();
  }
}

export interface ChangeNodesOptions extends Pick<ReplaceNodesOptions, 'clients' | 'next'> {
  /** The only node behind the proxy at the beginning; stopped at the end. */
  readonly first: RunningProduct;
  /** Starts another node on the same database. */
  readonly startAnother: () => Promise<RunningProduct>;
  /** Answers of the added node while both serve, and again after the first is gone. */
  readonly answersOfAnother: number;
}

export interface ChangedNodes extends Pick<ReplacedNodes, 'answered' | 'failed'> {
  /** Answers of the added node. */
  readonly byAnother: number;
}

/** Adds a node behind a proxy under load, lets both serve, and removes the first. */
export async function changeNodesUnderLoad(options: ChangeNodesOptions): Promise<ChangedNodes> {
  const backendOf = ({ url }: RunningProduct): Backend => ({
    port: Number(new URL(url).port),
    isReady: false,
    answered: 0,
  });
  const backends = [backendOf(options.first)];
  const proxy = await startProxy(backends);
  for (const backend of backends) await proxy.untilReady(backend);
  const endLoad = startLoad(proxy.port, options);
  try {
    const another = await options.startAnother();
    const added = backendOf(another);
    backends.push(added);
    await proxy.untilReady(added);
    await proxy.untilAnswered(added, options.answersOfAnother);
    await options.first.stop();
    backends.shift();
    await proxy.untilAnswered(added, added.answered + options.answersOfAnother);
    return { ...(await endLoad()), byAnother: added.answered };
  } finally {
    await endLoad();
    proxy.close();
  }
}
