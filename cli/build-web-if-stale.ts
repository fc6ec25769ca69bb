import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const buildScript = join(root, 'web/build.ts');
const stampFile = join(root, 'dist/web/.built-from');

/** Digest of all sources of the built cabinet. */
async function digestOfSources(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob('{web,contract,domain}/**/*.{ts,tsx,css,html,svg,woff2,json}', {
    cwd: root,
  })) {
    files.push(file);
  }
  files.push('vite.config.ts', 'package-lock.json');
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

/** Builds the cabinet unless the last build has the same sources, or there are none: an artifact. Throws when the build fails. */
export async function buildWebIfStale(onBuild: () => void): Promise<void> {
  if (!existsSync(buildScript)) return;
  const digest = await digestOfSources();
  const built = await readFile(stampFile, 'utf8').catch(() => '');
  if (built === digest) return;
  onBuild();
  const output: string[] = [];
  const child = spawn(process.execPath, [buildScript], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // An interrupted start must not leave the build running.
  const endBuild = () => child.kill();
  process.once('exit', endBuild);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const code = await new Promise<number | null>((done) => child.once('close', done));
  process.off('exit', endBuild);
  if (code !== 0) throw new Error(`The cabinet could not be built.\n${output.join('')}`);
  await writeFile(stampFile, digest);
}
