import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated template on the server of this run. */
    databaseUrl: string;
  }
}

export interface TestDatabase {
  readonly url: string;
  close(): Promise<void>;
}

let counter = 0;

/** A fresh migrated database for one test file, copied from the template in a moment; `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const templateUrl = inject('databaseUrl');
  counter += 1;
  const name = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? '0'}_${counter}_${performance.now().toFixed(0)}`;
  const adminUrl = templateUrl.replace(/\/template_svitlo$/, '/postgres');
  async function asAdmin(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
  await asAdmin(`create database ${name} template template_svitlo strategy file_copy`);
  return {
    url: templateUrl.replace(/\/template_svitlo$/, `/${name}`),
    close: () => asAdmin(`drop database if exists ${name} with (force)`),
  };
}
