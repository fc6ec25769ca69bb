import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { OpenProduct } from './product/open-product.ts';
import { samplePassword } from './sample-users.ts';

const root = join(import.meta.dirname, '..', '..');

/** Makes an administrator as the owner of an installation does: `npm run create-admin`, with the password of the sample. */
export async function createAdministrator(
  product: OpenProduct,
  login: string,
  options: readonly string[],
): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'cli/create-admin.ts'), login, ...options], {
    cwd: root,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, SVITLO_DATA: product.dataFolder, DATABASE_URL: product.databaseUrl },
  });
  child.stdin.end(`${samplePassword}\n`);
  const exitCode = await new Promise((done) => child.once('close', done));
  if (exitCode !== 0) throw new Error(`create-admin ended with ${exitCode}`);
}
