import { startProduct } from '#e2e/support/product/running-product.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

/** The product as run by `npm start`, with the sample supplier, built for production. */
export interface BenchProduct {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it in a separate process on an empty data folder; resolves after the sample is loaded. */
export async function openBenchProduct(
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchProduct> {
  const data = await temporaryDataFolder({ onDisk: true });
  try {
    const product = await startProduct({
      dataFolder: data.path,
      environment: { LOG_LEVEL: 'silent', ...environment },
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
