import { Readable } from 'node:stream';
import { runCreateAdmin } from '#cli/create-admin.ts';
import type { OpenProduct } from './product/open-product.ts';
import { samplePassword } from './sample-users.ts';

/** Makes an administrator as the command `npm run create-admin` does, in this process, with the password of the sample. */
export async function createAdministrator(
  product: OpenProduct,
  login: string,
  options: readonly string[],
): Promise<void> {
  const refusals: string[] = [];
  const exitCode = await runCreateAdmin([login, ...options], {
    environment: { SVITLO_DATA: product.dataFolder, DATABASE_URL: product.databaseUrl },
    password: { input: Readable.from([Buffer.from(`${samplePassword}\n`)]), output: process.stderr },
    print: () => undefined,
    printError: (line) => refusals.push(line),
  });
  if (exitCode !== 0) throw new Error(`create-admin ended with ${exitCode}: ${refusals.join(' ')}`);
}
