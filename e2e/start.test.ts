import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { prepared } from '#e2e/support/product/prepared.ts';
import { type RunningProduct, startProduct } from '#e2e/support/product/running-product.ts';
import { copyDatabase } from '#platform/testing/copy-database.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

const root = join(import.meta.dirname, '..');

/** Runs cli/start.ts where it is expected to refuse; answers what it printed and its exit code. */
async function runToEnd(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'cli/start.ts')], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

test.describe('starting and stopping the product', () => {
  // Each goes on where the one before it ended.
  test.describe.configure({ mode: 'serial' });
  let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
  let product: RunningProduct;

  test.beforeAll(async () => {
    data = await temporaryDataFolder();
    // What a first start knows: no address of its own.
    product = await startProduct({ dataFolder: data.path, environment: { PUBLIC_URL: '' } });
  });
  test.afterAll(async () => {
    // In order: a killed one would leave its database running.
    await product.stop();
    await data.remove();
  });

  test('prints the address and the sample sign-ins', () => {
    expect(product.output()).toContain('Svitlo is ready: http://localhost:');
    expect(product.output()).toContain('+380501110001');
    expect(product.output()).toContain('Svitlo-2026-demo');
  });

  test('is alive and ready, and serves the landing', async () => {
    for (const path of ['/healthz', '/readyz', '/'])
      expect((await fetch(product.url + path)).status).toBe(200);
    expect(await (await fetch(product.url)).text()).toContain('Приєднуємо вас до мережі...');
  });

  test('refuses a second start on the same data in one line', async () => {
    const { code, output } = await runToEnd({ SVITLO_DATA: data.path, PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('Svitlo already runs on');
  });

  test('refuses production, in one line that says what to do, on the database of the sample', async () => {
    const running = JSON.parse(await readFile(join(data.path, 'running.json'), 'utf8')) as {
      databaseUrl: string;
    };
    const other = await temporaryDataFolder();
    const { code, output } = await runToEnd({
      NODE_ENV: 'production',
      CLAMD: 'off',
      DATABASE_URL: running.databaseUrl,
      SVITLO_DATA: other.path,
      PORT: String(await freePort()),
    });
    await other.remove();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('start production on a database of its own, with another SVITLO_DATA');
  });

  test('refuses production that has no scanner of files and does not say so', async () => {
    const { code, output } = await runToEnd({ NODE_ENV: 'production', PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('or CLAMD=off');
  });

  test('refuses a data folder that it can not write in one line that says so', async () => {
    const other = await temporaryDataFolder();
    const file = join(other.path, 'file');
    await writeFile(file, '');
    const { code, output } = await runToEnd({
      SVITLO_DATA: join(file, 'data'),
      PORT: String(await freePort()),
    });
    await other.remove();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain("can't be written (ENOTDIR)");
  });

  test('refuses a taken port in one line', async () => {
    const other = await temporaryDataFolder();
    const port = new URL(product.url).port;
    const { code, output } = await runToEnd({ SVITLO_DATA: other.path, PORT: port });
    await other.remove();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(`Port ${port} is taken`);
  });

  test('refuses a wrong setting in one line that names it', async () => {
    const { code, output } = await runToEnd({ SVITLO_DATA: data.path, PORT: 'three thousand' });
    expect(code).toBe(1);
    expect(output.trim()).toBe('PORT must be a whole number, not "three thousand"');
  });

  test('finishes a request in flight on SIGTERM, and stops the database in order', async () => {
    const databaseProcessId = await product.databaseProcessId();
    const call = request(`${product.url}/api/api-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue' },
    });
    const answered = once(call, 'response');
    call.flushHeaders();
    // The server has the head of the request.
    await once(call, 'continue');
    const stopped = product.stop();
    const isReady = () =>
      fetch(`${product.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { intervals: [20] }).toBe(false);
    // The payload arrives when the end has begun already.
    call.end('{}');
    const [response] = (await answered) as [IncomingMessage];
    const status = response.resume().statusCode;
    const code = await stopped;
    expect(status).toBe(200);
    expect(code).toBe(0);
    expect(isAlive(databaseProcessId)).toBe(false);
  });

  test('starts again without loading anything, with the data of before', async () => {
    product = await startProduct({ dataFolder: data.path });
    expect(product.output()).not.toContain('Loading');
  });

  test('recovers by itself after kill -9 of the server', async () => {
    const databaseProcessId = await product.databaseProcessId();
    await product.kill();
    expect(isAlive(databaseProcessId)).toBe(true);
    product = await startProduct({ dataFolder: data.path });
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  test('recovers by itself after kill -9 of the server and of the database', async () => {
    const databaseProcessId = await product.databaseProcessId();
    await product.kill();
    process.kill(databaseProcessId, 'SIGKILL');
    product = await startProduct({ dataFolder: data.path });
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  test('starts no database of its own with DATABASE_URL', async () => {
    const database = await copyDatabase(prepared('sampleUrl'), prepared('adminUrl'));
    const other = await temporaryDataFolder();
    const second = await startProduct({
      dataFolder: other.path,
      environment: { DATABASE_URL: database.url },
    });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    await expect(second.databaseProcessId()).rejects.toThrow();
    expect(await second.stop()).toBe(0);
    await database.close();
    await other.remove();
  });

  // Only root puts it elsewhere.
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    test('keeps its database elsewhere when the data lie in a closed folder', async () => {
      const closed = await mkdtemp(join(tmpdir(), 'svitlo-closed-'));
      await chmod(closed, 0o700);
      const dataFolder = join(closed, 'data');
      await mkdir(dataFolder);
      const second = await startProduct({
        dataFolder,
        environment: { NODE_ENV: 'production', CLAMD: 'off' },
      });
      const place = (await readFile(join(dataFolder, 'database-lies-in.txt'), 'utf8')).trim();
      expect(place).toMatch(/^\/var\/lib\/svitlo-/);
      expect(second.output()).not.toContain('+380501110001');
      expect(await second.stop()).toBe(0);
      await rm(join(place, '..'), { recursive: true, force: true });
      await rm(closed, { recursive: true, force: true });
    });
});
