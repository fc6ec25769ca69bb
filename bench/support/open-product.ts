import { startProduct } from '#e2e/support/running-product.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

/** The product as `npm start` runs it, with the sample supplier, built for production. */
export interface BenchProduct {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it in a process of its own, on an empty data folder: the sample is loaded before it answers. */
export async function openBenchProduct(): Promise<BenchProduct> {
  const data = await temporaryDataFolder();
  try {
    const product = await startProduct({
      dataFolder: data.path,
      environment: { LOG_LEVEL: 'silent' },
      timeoutMs: 300_000,
    });
    return {
      url: product.url,
      async close() {
        await product.stop();
        await data.remove();
      },
    };
  } catch (error) {
    await data.remove();
    throw error;
  }
}
