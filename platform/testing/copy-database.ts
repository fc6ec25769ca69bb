import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  close(): Promise<void>;
}

let counter = 0;

/** A database of its own for one test file, copied from a template in a moment; `close` drops it. */
export async function copyDatabase(templateUrl: string): Promise<TestDatabase> {
  const template = new URL(templateUrl).pathname.slice(1);
  counter += 1;
  const name = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? '0'}_${counter}_${performance.now().toFixed(0)}`;
  const urlOf = (database: string) => Object.assign(new URL(templateUrl), { pathname: `/${database}` }).href;
  async function asAdmin(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
  await asAdmin(`create database ${name} template ${template} strategy file_copy`);
  return {
    url: urlOf(name),
    close: () => asAdmin(`drop database if exists ${name} with (force)`),
  };
}
