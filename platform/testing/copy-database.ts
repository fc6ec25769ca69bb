import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** The same database as superuser, to insert rows that the product's role may not. */
  readonly adminUrl: string;
  close(): Promise<void>;
}

let counter = 0;

/**
 * A database for one test file, copied from a template; `close` drops it. Its URL has the product's role, so that
 * tests detect missing rights.
 */
export async function copyDatabase(templateUrl: string, adminUrl: string): Promise<TestDatabase> {
  const { pathname, username: role } = new URL(templateUrl);
  const template = pathname.slice(1);
  counter += 1;
  const name = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? '0'}_${counter}_${performance.now().toFixed(0)}`;
  async function asAdmin(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
  await asAdmin(`create database ${name} template ${template} owner ${role} strategy file_copy`);
  return {
    adminUrl: Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href,
    url: Object.assign(new URL(templateUrl), { pathname: `/${name}` }).href,
    close: () => asAdmin(`drop database if exists ${name} with (force)`),
  };
}
