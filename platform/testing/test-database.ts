import { inject } from 'vitest';
import { connectDatabase } from '../database/database.ts';
import { copyDatabase, type TestDatabase } from './copy-database.ts';
import { type OpenDatabase, takeDatabase } from './kept-databases.ts';

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

/** Like `createTestDatabase`, opened; `database` in place of a new one. */
export function openTestDatabase(database?: TestDatabase): Promise<OpenDatabase> | OpenDatabase {
  if (!database) return takeDatabase(inject('databaseUrl'), inject('adminUrl'));
  return {
    ...database,
    connect: (onStatement) =>
      connectDatabase<unknown>({
        url: database.url,
        poolSize: 8,
        // As the server does.
        planOnce: true,
        ...(onStatement && { onStatement }),
      }),
  };
}
