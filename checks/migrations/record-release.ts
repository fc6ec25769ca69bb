import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  git,
  migrationFolders,
  migrationsOfCommit,
  readReleases,
  releasedMigrations,
  releasesFile,
  schemas,
} from './releases.ts';

const root = join(import.meta.dirname, '../..');

/** @throws Error with what to do first. */
function requireReady(version: string): void {
  if (git(root, 'status', '--porcelain', '--', 'package.json', ...migrationFolders) !== '')
    throw new Error('Commit package.json and the migrations first: the release is what HEAD has.');
  if (git(root, 'tag', '--list', `v${version}`) !== '')
    throw new Error(`v${version} is released: set another version in package.json and CHANGELOG.md.`);
  if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version} `))
    throw new Error(`CHANGELOG.md has no section ${version}.`);
}

/**
 * `npm run record-release`: writes the commit of HEAD and its migrations into cli/releases.json, under the version of package.json. From then
 * on these migrations are frozen. May be repeated until the tag is set.
 */
function recordRelease(): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  requireReady(version);
  const { [version]: _, ...earlier } = readReleases(root);
  const known = releasedMigrations(Object.values(earlier));
  const commit = git(root, 'rev-parse', 'HEAD');
  const added = Object.entries(migrationsOfCommit(root, commit)).filter(([name]) => !(name in known));
  const migrations = Object.fromEntries(
    schemas.map((schema) => [
      schema,
      Object.fromEntries(
        added
          .filter(([name]) => name.startsWith(`${schema} `))
          .map(([name, digest]) => [name.slice(schema.length + 1), digest]),
      ),
    ]),
  );
  const releases = { ...earlier, [version]: { commit, migrations } };
  writeFileSync(join(root, releasesFile), `${JSON.stringify(releases, null, 2)}\n`);
  console.log(
    `${version} is ${commit} with ${added.length} new migrations. Commit ${releasesFile}, then: git tag -a v${version} -m ${version}`,
  );
}

try {
  recordRelease();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
