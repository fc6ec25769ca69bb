import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { temporaryDataFolder } from './temporary-data-folder.ts';

export interface TemplateServer {
  /** The template, closed for connections: test files copy it. */
  readonly templateUrl: string;
  /** The same server as superuser, which creates the copies. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

const template = 'template_svitlo';

/**
 * One database server per test run, with a template that is filled once. Without fsync: durability is not tested
 * here; the kill test starts its own server with fsync on.
 */
export async function startTemplateServer(
  fill: (url: string, adminUrl: string) => Promise<void>,
): Promise<TemplateServer> {
  const data = await temporaryDataFolder();
  const server = await startEmbeddedPostgres({
    dataFolder: data.path,
    databaseName: template,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Nothing copies or archives the log of this server.
      wal_level: 'minimal',
      max_wal_senders: '0',
      // Connections are made by thousands, and nobody guesses a password that lives for minutes.
      scram_iterations: '1',
      // Every file has databases of its own, dropped before a worker that vacuums them all has looked at half of them.
      autovacuum: 'off',
      shared_buffers: '128MB',
      // Several products run on it side by side, each with its own pool.
      max_connections: '200',
    },
  });
  const adminUrl = Object.assign(new URL(server.adminUrl), { pathname: '/postgres' }).href;
  async function stop(): Promise<void> {
    await server.stop();
    await data.remove();
  }
  try {
    await fill(server.url, server.adminUrl);
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query(`alter database ${template} is_template true allow_connections false`);
    // The cluster was made before the setting of the iterations counted.
    const { password } = new URL(adminUrl);
    await admin.query(
      `alter role current_user password ${admin.escapeLiteral(decodeURIComponent(password))}`,
    );
    await admin.end();
  } catch (error) {
    await stop();
    throw error;
  }
  return { templateUrl: server.url, adminUrl, stop };
}
