import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What runs: the version of package.json and the commit that it was built from. */
export interface ProductVersion {
  readonly version: string;
  /** Of a checkout that of HEAD, of an artifact that of its build; `dev` outside of both. */
  readonly commit: string;
}

const root = join(import.meta.dirname, '../..');
const unknownCommit = 'dev';
/** Written by cli/build.ts into the folder of an artifact. */
export const artifactFile = 'artifact.json';

/** The commit of a checkout; undefined outside of git. */
export function commitOfCheckout(folder: string = root): string | undefined {
  // Without it git would answer with the commit of a repository around the folder.
  if (!existsSync(join(folder, '.git'))) return undefined;
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}

/** Version and commit of the product in a folder: of its artifact.json, else of package.json and git. */
export function readVersionOf(folder: string): ProductVersion {
  const artifact = join(folder, artifactFile);
  if (existsSync(artifact)) {
    const { version, commit } = readJson(artifact);
    return { version: String(version), commit: typeof commit === 'string' ? commit : unknownCommit };
  }
  const { version } = readJson(join(folder, 'package.json'));
  return { version: String(version), commit: commitOfCheckout(folder) ?? unknownCommit };
}

let own: ProductVersion | undefined;

/** Version and commit of this process, read once. */
export function productVersion(): ProductVersion {
  own ??= readVersionOf(root);
  return own;
}

/** `1.0.0 (0123abc)`. */
export function describeVersion({ version, commit }: ProductVersion): string {
  return `${version} (${commit.replace(/^([0-9a-f]{7})[0-9a-f]{33}/, '$1')})`;
}
