import { execFile, spawn } from 'node:child_process';
import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  prepareServerFolders,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

export interface Standby {
  readonly port: number;
  /** As superuser. */
  readonly adminUrl: string;
  readonly processId: number;
  /** Becomes a primary; resolves when it takes writes. */
  promote(): Promise<void>;
  /** Receives nothing of its primary any more. */
  detach(): Promise<void>;
  /** Stops it if it runs, and removes its files. */
  remove(): Promise<void>;
}

/** Runs one statement as superuser. */
export async function runAsAdmin(
  url: string,
  statement: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (await isSo()) return;
    await sleep(50);
  }
  throw new Error(`not in 30 s: ${what}`);
}

/** Copies a running cluster as a base backup: `pg_basebackup` is not among the embedded binaries. */
async function copyRunning(primary: EmbeddedPostgres, clusterFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.adminUrl });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    // A file may vanish meanwhile; the log that follows does without it. With the owner of the files.
    await promisify(execFile)('cp', ['-a', primary.clusterFolder, clusterFolder]).catch((error: unknown) => {
      if (!/No such file/.test(String(Reflect.get(Object(error), 'stderr')))) throw error;
    });
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(join(clusterFolder, 'backup_label'), rows[0]?.labelfile);
    await writeFile(join(clusterFolder, 'standby.signal'), '');
    await rm(join(clusterFolder, 'postmaster.pid'), { force: true });
    const { uid, gid } = await stat(clusterFolder);
    for (const name of ['backup_label', 'standby.signal']) await chown(join(clusterFolder, name), uid, gid);
  } finally {
    await client.end();
  }
}

/**
 * Starts a standby of a running primary. `isSynchronous`: a commit of the primary is acknowledged when the standby has it. `settings`: of
 * the standby.
 */
export async function startStandby(
  primary: EmbeddedPostgres,
  { isSynchronous, settings = {} }: { isSynchronous: boolean; settings?: Readonly<Record<string, string>> },
): Promise<Standby> {
  const data = await temporaryDataFolder({ onDisk: true });
  const { binaries, account, clusterFolder } = await prepareServerFolders(data.path);
  await copyRunning(primary, clusterFolder);
  const [port, source] = [await freePort(), new URL(primary.adminUrl)];
  const password = decodeURIComponent(source.password);
  const conninfo = `host=127.0.0.1 port=${source.port} user=svitlo password=${password} application_name=standby`;
  // In the file: a setting of the command line could not be changed by detach.
  await appendFile(join(clusterFolder, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '128MB',
    timezone: 'UTC',
    hot_standby_feedback: 'on',
    wal_receiver_status_interval: '1s',
    // As the primary: a standby with fewer does not start.
    max_connections: String((await runAsAdmin(primary.adminUrl, 'show max_connections'))[0]?.max_connections),
    ...settings,
  };
  const server = spawn(
    binaries.postgres,
    ['-D', clusterFolder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C', PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let words = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = `${words}${text}`.slice(-2000);
  });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  const adminUrl = Object.assign(new URL(primary.adminUrl), { port: String(port) }).href;
  async function remove(): Promise<void> {
    server.kill('SIGQUIT');
    await ended;
    await data.remove();
  }
  await until('the standby follows its primary', async () => {
    const rows = await runAsAdmin(
      primary.adminUrl,
      "select 1 from pg_stat_replication where application_name = 'standby' and state = 'streaming'",
    );
    return rows.length === 1 && (await runAsAdmin(adminUrl, 'select 1').catch(() => [])).length === 1;
  }).catch(async (error: unknown) => {
    await remove();
    throw new Error(words, { cause: error });
  });
  if (isSynchronous) {
    await runAsAdmin(primary.adminUrl, "alter system set synchronous_standby_names = 'standby'");
    await runAsAdmin(primary.adminUrl, 'select pg_reload_conf()');
    await until('commits wait for the standby', async () => {
      const [row] = await runAsAdmin(primary.adminUrl, 'select sync_state from pg_stat_replication');
      return row?.sync_state === 'sync';
    });
  }
  return {
    port,
    adminUrl,
    processId: server.pid ?? 0,
    async promote() {
      await runAsAdmin(adminUrl, 'select pg_promote()');
    },
    async detach() {
      await runAsAdmin(adminUrl, "alter system set primary_conninfo = ''");
      await runAsAdmin(adminUrl, 'select pg_reload_conf()');
      await until('the standby receives nothing', async () => {
        const rows = await runAsAdmin(adminUrl, 'select 1 from pg_stat_wal_receiver');
        return rows.length === 0;
      });
    },
    remove,
  };
}
