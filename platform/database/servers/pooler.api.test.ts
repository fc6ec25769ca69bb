import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#platform/testing/free-port.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { connectDatabase } from '../database.ts';
import { isDatabaseAway } from '../is-database-away.ts';
import { PoolerRefused } from './servers.ts';

let database: TestDatabase;
const closings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  return database.close;
});
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const at = (port: number) =>
  Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: `${port}` }).href;

/** The error of a first statement. */
async function refusalOf(url: string): Promise<unknown> {
  const { db, close } = connectDatabase<unknown>({ url });
  try {
    return await sql`select 1`.execute(db).catch((error: unknown) => error);
  } finally {
    await close();
  }
}

/** Port of a server that hands each connection to `serve`. */
async function listenOn(serve: (client: Socket) => void): Promise<number> {
  const server = createServer((client) => serve(client.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(async () => server.close());
  return (server.address() as AddressInfo).port;
}

/** A message of a server: type, length, content. */
function messageOf(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

describe('a connection pooler', () => {
  test('is refused by its process number, which is not that of the server', async () => {
    const { hostname, port } = new URL(database.url);
    const pooler = await listenOn((client) => {
      const upstream = createConnection(Number(port), hostname);
      upstream.on('error', () => undefined).on('close', () => client.destroy());
      client.pipe(upstream);
      upstream.on('data', (data) => {
        // BackendKeyData: 'K', length 12, process number, secret.
        const key = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
        if (key !== -1) data.writeInt32BE(1, key + 5);
        client.write(data);
      });
    });
    const refusal = await refusalOf(at(pooler));
    expect(refusal).toBeInstanceOf(PoolerRefused);
    expect(String(refusal)).toMatch(
      /DATABASE_URL, DATABASE_READ_URL and DATABASE_ADMIN_URL must lead to PostgreSQL itself/,
    );
    expect(String(refusal)).toContain(`127.0.0.1:${pooler} is a connection pooler`);
    // No 503 that asks to come again: the setting is wrong.
    expect(isDatabaseAway(refusal)).toBe(false);
  });

  test('is refused when it refuses the settings of a session', async () => {
    const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
    const pooler = await listenOn((client) => {
      client.once('data', () => client.end(messageOf('E', Buffer.from(fields))));
    });
    const refusal = await refusalOf(at(pooler));
    expect(refusal).toBeInstanceOf(PoolerRefused);
    expect(isDatabaseAway(refusal)).toBe(false);
  });

  test('that is a TCP proxy alone is none', async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await listenOn((client) => {
      const upstream = createConnection(Number(port), hostname);
      upstream.on('error', () => undefined);
      client.pipe(upstream).pipe(client);
    });
    expect(await refusalOf(at(proxy))).toMatchObject({ rows: [{ '?column?': 1 }] });
  });
});

const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync);

describe.runIf(pgbouncer)('PgBouncer as it is installed', () => {
  test.each([
    ['transaction', ''],
    ['transaction', 'ignore_startup_parameters = options'],
    ['session', 'ignore_startup_parameters = options'],
  ])('in mode %s with "%s" is refused', async (mode, extra) => {
    const folder = await mkdtemp(join(tmpdir(), 'svitlo-pgbouncer-'));
    const { hostname, port, username, password, pathname } = new URL(database.url);
    const listenPort = await freePort();
    const target = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      file,
      `[databases]
${pathname.slice(1)} = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${extra}
`,
    );
    for (const path of [folder, file]) await chmod(path, 0o755);
    const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn(pgbouncer ?? '', [...asRoot, file], { stdio: ['ignore', 'ignore', 'pipe'] });
    let words = '';
    const up = new Promise<void>((done, failed) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        words += text;
        if (words.includes('process up')) done();
      });
      child.once('exit', () => failed(new Error(words)));
    });
    closings.push(async () => {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    });
    await up;
    expect(await refusalOf(at(listenPort))).toBeInstanceOf(PoolerRefused);
  });
});
