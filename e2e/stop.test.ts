import { spawn } from 'node:child_process';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type RunningProduct, startProduct } from '#e2e/support/product/running-product.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

const clients = 8;
/** In production a start loads no sample: it is quick, and what it needs is little. */
const environment = {
  NODE_ENV: 'production',
  CLAMD: 'off',
  LIQPAY_PUBLIC_KEY: '',
};

/** One request over a kept connection; answers its status, or throws when it got no answer. */
function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const call = request(`${url}/api/api-link`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': 2 },
    });
    call.once('response', (response) => {
      response.resume().once('end', () => done(response));
      response.once('error', failed);
    });
    call.once('error', failed);
    call.end('{}');
  });
}

/** Customers who ask without a pause as long as a proxy would let them come here: while /readyz says yes. */
function sendLoad(url: string) {
  const answers: number[] = [];
  const lost: unknown[] = [];
  let isReady = true;
  async function watch(): Promise<void> {
    while (isReady) {
      isReady = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      await sleep(50);
    }
  }
  async function client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (isReady) {
      await ask(url, agent).then(
        ({ statusCode = 0 }) => answers.push(statusCode),
        (error) => lost.push(error),
      );
    }
    agent.destroy();
  }
  const ended = Promise.all([watch(), ...Array.from({ length: clients }, client)]);
  return { answers, lost, ended };
}

/** A connection with the beginning of a request that never goes on. */
function openHalfRequest(url: string): Promise<{ readonly ended: Promise<unknown> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const ended = new Promise((done) => socket.once('close', done));
  socket.on('error', () => undefined);
  // Else its end is not heard.
  socket.resume();
  return new Promise((done) => {
    socket.once('connect', () => {
      socket.write('POST /api/api-link HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{');
      done({ ended });
    });
  });
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

test.describe('stopping the product', () => {
  let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
  let product: RunningProduct | undefined;

  test.beforeAll(async () => {
    data = await temporaryDataFolder();
  });
  test.afterAll(async () => {
    await product?.kill();
    await data.remove();
  });

  test('SIGTERM to npm under load: every request is answered, and all is gone within 10 s', async () => {
    product = await startProduct({
      dataFolder: data.path,
      byNpm: true,
      environment: { ...environment, DRAIN_SECONDS: '1' },
    });
    const { url } = product;
    const database = await product.databaseProcessId();
    const kept = new Agent({ keepAlive: true });
    const first = await ask(url, kept);
    expect(first.headers.connection).toBe('keep-alive');
    const half = await openHalfRequest(url);
    const load = sendLoad(url);
    await expect.poll(() => load.answers.length).toBeGreaterThan(clients);
    const begun = performance.now();
    const stopped = product.stop();
    // Not ready and still serving; answers ask to close the connection.
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { intervals: [20] }).toBe(503);
    const late = await ask(url, kept);
    expect([late.statusCode, late.headers.connection]).toEqual([200, 'close']);
    await Promise.all([load.ended, half.ended]);
    await stopped;
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(load.lost).toEqual([]);
    expect(new Set(load.answers)).toEqual(new Set([200]));
    expect(load.answers.length).toBeGreaterThan(clients);
    expect(isAlive(database)).toBe(false);
    product = undefined;
  });

  test('SIGHUP to npm, which does not pass it on, stops the product all the same', async () => {
    product = await startProduct({ dataFolder: data.path, byNpm: true, environment });
    const database = await product.databaseProcessId();
    product.process.kill('SIGHUP');
    // The end of the last process that holds the output.
    await product.ended;
    expect(isAlive(database)).toBe(false);
    product = undefined;
  });

  test('the death of its database ends it at once with a fault, whoever keeps a connection', async () => {
    product = await startProduct({ dataFolder: data.path, environment });
    const half = await openHalfRequest(product.url);
    const begun = performance.now();
    process.kill(await product.databaseProcessId(), 'SIGKILL');
    expect(await product.ended).toBe(1);
    expect(performance.now() - begun).toBeLessThan(5000);
    await half.ended;
    expect(product.output()).toContain('The embedded database has ended unexpectedly.');
    product = undefined;
  });
});

const canUnshare = await new Promise<boolean>((done) => {
  const child = spawn('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' });
  child.once('error', () => done(false));
  child.once('exit', (code) => done(code === 0));
});
if (!canUnshare) {
  process.stderr.write(
    'NOT TESTED: restarts inside a PID namespace. `unshare --pid --fork --mount-proc` does not work here; cli/data-lock.test.ts tests the lock alone.\n',
  );
}

test.describe('in a container, where every process has the number that it had before', () => {
  const script = join(import.meta.dirname, 'support/product/hold-data-folder.ts');

  /** Starts the holder of a data folder as process 1; answers its database's number, then kills all. */
  async function startAndKill(dataFolder: string): Promise<{ output: string; errors: string }> {
    const child = spawn('unshare', [
      '--pid',
      '--fork',
      '--mount-proc',
      '--kill-child=SIGKILL',
      process.execPath,
      script,
      dataFolder,
    ]);
    let output = '';
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const ended = new Promise((done) => child.once('close', done));
    const ready = new Promise<void>((done) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('\n')) done();
      });
    });
    await Promise.race([ready, ended]);
    child.kill('SIGKILL');
    await ended;
    return { output, errors };
  }

  if (canUnshare)
    test('10 kills are followed by 10 starts', async () => {
      const data = await temporaryDataFolder();
      try {
        for (let round = 0; round <= 10; round += 1) {
          const { output, errors } = await startAndKill(data.path);
          expect({ round, output, errors }).toEqual({ round, output: 'process 1 is ready\n', errors: '' });
        }
      } finally {
        await data.remove();
      }
    });
});
