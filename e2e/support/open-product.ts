import { inject } from 'vitest';
import { migrationSets } from '#cli/migration-sets.ts';
import { migrate } from '#platform/database/migrate.ts';
import { copyDatabase } from '#platform/testing/copy-database.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

/** The product of one journey file. */
export interface OpenProduct extends RunningProduct {
  readonly dataFolder: string;
  readonly databaseUrl: string;
  /** Stops it and removes what was its own. */
  close(): Promise<void>;
}

export interface OpenProductOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Fills a migrated database, which is opened instead of the sample. */
  readonly fill?: ((databaseUrl: string) => Promise<void>) | undefined;
}

/** PostgreSQL's own template: a database with nothing in it. */
const emptyTemplate = (url: string) => Object.assign(new URL(url), { pathname: '/template1' }).href;

/**
 * Starts the real product on a copy of the sample that belongs to this file alone: ready in moments. What the start
 * itself does is tested with `startProduct`, which begins with nothing.
 */
export async function openProduct(options: OpenProductOptions = {}): Promise<OpenProduct> {
  const { environment, fill } = options;
  const sampleUrl = inject('sampleUrl');
  const [database, data] = await Promise.all([
    copyDatabase(fill ? emptyTemplate(sampleUrl) : sampleUrl, inject('adminUrl')),
    temporaryDataFolder(),
  ]);
  async function remove(): Promise<void> {
    await database.close();
    await data.remove();
  }
  try {
    if (fill) {
      await migrate(database.url, migrationSets);
      await fill(database.url);
    }
    const product = await startProduct({
      dataFolder: data.path,
      environment: { DATABASE_URL: database.url, ...environment },
    });
    return {
      ...product,
      dataFolder: data.path,
      databaseUrl: database.url,
      async close() {
        await product.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
