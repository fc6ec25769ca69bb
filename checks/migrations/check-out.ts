import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the server of a version starts from. */
const serverRooms = ['bin', 'billing', 'cli', 'contract', 'domain', 'platform', 'portal', 'sample'];

export interface CheckedOut {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Files of a commit in a temporary folder. */
export async function checkOut(root: string, commit: string, paths: readonly string[]): Promise<CheckedOut> {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-version-'));
  const input = execFileSync('git', ['archive', '--format=tar', commit, ...paths], {
    cwd: root,
    maxBuffer: 1 << 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The server of a commit, with the packages that are installed now: workers may read no file outside of its folder. */
export async function checkOutServer(root: string, commit: string): Promise<CheckedOut> {
  const version = await checkOut(root, commit, [...serverRooms, 'package.json', 'package-lock.json']);
  const packages = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '.cache');
  const copy = (flags: string) =>
    execFileSync(
      'cp',
      [flags, ...packages.map((name) => join(root, 'node_modules', name)), `${version.folder}/node_modules/`],
      { stdio: 'ignore' },
    );
  execFileSync('mkdir', [join(version.folder, 'node_modules')]);
  // Hard links; another disk gets copies.
  try {
    copy('-al');
  } catch {
    copy('-a');
  }
  return version;
}
