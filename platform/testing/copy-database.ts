import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** The same database as its superuser, to make rows in ways that the product may not. */
  readonly adminUrl: string;
  close(): Promise<void>;
}

let counter = 0;

/**
 * A database of its own for one test file, copied from a template in a moment; `close` drops it. Its url is that of the
 * role which the product uses, so that a test finds what the product has no right to.
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
