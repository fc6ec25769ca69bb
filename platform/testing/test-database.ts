import { inject } from 'vitest';
import { copyDatabase, type TestDatabase } from './copy-database.ts';

export type { TestDatabase };

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated template on the server of this run. */
    databaseUrl: string;
    /** The server of this run as superuser. */
    adminUrl: string;
  }
}

/** A new migrated database for one test file, copied from the template; `close` drops it. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('databaseUrl'), inject('adminUrl'));
}
