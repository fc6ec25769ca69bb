import { inject } from 'vitest';
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

/**
 * Starts the real product on a copy of the sample that belongs to this file alone: ready in moments. What the start
 * itself does is tested with `startProduct`, which begins with nothing.
 */
export async function openProduct(
  options: { readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<OpenProduct> {
  const [database, data] = await Promise.all([
    copyDatabase(inject('sampleUrl'), inject('adminUrl')),
    temporaryDataFolder(),
  ]);
  async function remove(): Promise<void> {
    await database.close();
    await data.remove();
  }
  try {
    const product = await startProduct({
      dataFolder: data.path,
      environment: { DATABASE_URL: database.url, ...options.environment },
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
