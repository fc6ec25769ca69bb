import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Digests of migrations by name. */
export type Digests = Readonly<Record<string, string>>;

export interface Release {
  /** The commit whose tree has the migrations of the release. */
  readonly commit: string;
  /** Migrations that no release before has, by schema. */
  readonly migrations: Readonly<Record<string, Digests>>;
}

export const schemas = ['billing', 'portal'] as const;

/** Folders of migrations, from the root of the repository. */
export const migrationFolders = schemas.map((schema) => `${schema}/migrations`);

/** From the root of the repository. In cli/, because the server reads the first release from it. */
export const releasesFile = 'cli/releases.json';

/** The releases in their order, by version. */
export function readReleases(root: string): Readonly<Record<string, Release>> {
  return JSON.parse(readFileSync(join(root, releasesFile), 'utf8'));
}

/** Migrations of all these releases, as `schema name`. */
export function releasedMigrations(releases: readonly Release[]): Digests {
  return Object.fromEntries(
    releases.flatMap(({ migrations }) =>
      Object.entries(migrations).flatMap(([schema, digests]) =>
        Object.entries(digests).map(([name, digest]) => [`${schema} ${name}`, digest]),
      ),
    ),
  );
}

/** @throws Error when git fails. */
export function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
  }).trim();
}

/** Why commits of the history can't be read; undefined: the commit and all that came after it are there. */
export function missingHistory(root: string, commit: string): string | undefined {
  try {
    git(root, 'merge-base', '--is-ancestor', commit, 'HEAD');
    return undefined;
  } catch {
    return `the clone has no history back to ${commit} (shallow, or another line of commits)`;
  }
}

/** Migrations of a commit, as `schema name`. */
export function migrationsOfCommit(root: string, commit: string): Digests {
  const files = git(root, 'ls-tree', '-r', '--name-only', commit, ...migrationFolders).split('\n');
  return Object.fromEntries(
    files
      .filter((file) => file.endsWith('.sql'))
      .map((file) => {
        const content = execFileSync('git', ['show', `${commit}:${file}`], { cwd: root });
        const name = file.replace('/migrations/', ' ').replace(/\.sql$/, '');
        return [name, createHash('sha256').update(content).digest('hex')];
      }),
  );
}

/**
 * Migrations that a commit after `since`, or the work tree, edits, renames or removes, each with the commit. Each commit of the history is a
 * state that databases may have been made in.
 */
export function findChangedMigrations(root: string, since: string): readonly string[] {
  const changes = ['--no-renames', '--diff-filter=MDT', '--name-only'];
  // `-c` lists of a merge what differs from every parent: an edit made while merging.
  const log = git(
    root,
    'log',
    '-c',
    ...changes,
    '--format=commit %h',
    `${since}..HEAD`,
    '--',
    ...migrationFolders,
  );
  const found: string[] = [];
  let commit = '';
  for (const line of log.split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length);
    else if (line.endsWith('.sql')) found.push(`${line} in ${commit}`);
  }
  const inWorkTree = git(root, 'diff', 'HEAD', ...changes, '--', ...migrationFolders)
    .split('\n')
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `${file} in the work tree`);
  return [...found, ...inWorkTree];
}
