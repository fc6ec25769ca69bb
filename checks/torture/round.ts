import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import type { Random } from '#sample/random.ts';

/** What one round of kills found. */
export interface RoundResult {
  /** Kills that ended running work. */
  readonly kills: number;
  /** Acts that were answered with success, or commands that ended with success. */
  readonly acknowledged: number;
  /** What was acknowledged and is not stored as it was. */
  readonly lost: readonly string[];
  /** What counts more than once. */
  readonly doubled: readonly string[];
  /** Everything else: books that do not agree, findings of the doctor, processes that outlive their product, hanging commands. */
  readonly wrong: readonly string[];
  /** From a start after a kill, or from a kill that the server outlives, to the first answer of `/readyz`; milliseconds. */
  readonly servingMs: readonly number[];
}

/** What a round gets: chance by its seed, and folders that are removed after it. */
export interface Round {
  readonly random: Random;
  /** A data folder of its own, with what a prepared one has. */
  copyOf(prepared: string): Promise<string>;
  emptyFolder(): Promise<string>;
}

/** A kind that is prepared: its rounds copy what it made. */
export interface PreparedKind {
  round(round: Round): Promise<RoundResult>;
}

/** A row of the table of kinds. */
export interface TortureKind {
  readonly name: string;
  /** Makes once what the rounds copy. */
  prepare(folders: Pick<Round, 'copyOf' | 'emptyFolder'>): Promise<PreparedKind>;
}

/** Folders that are removed together, after what `end` ends in each of them. */
export function createFolders(
  copy: (from: string, to: string) => Promise<void>,
  end: (folder: string) => Promise<unknown>,
) {
  const made: Awaited<ReturnType<typeof temporaryDataFolder>>[] = [];
  async function emptyFolder(): Promise<string> {
    const folder = await temporaryDataFolder();
    made.push(folder);
    return folder.path;
  }
  return {
    emptyFolder,
    async copyOf(prepared: string): Promise<string> {
      const path = await emptyFolder();
      await copy(prepared, path);
      return path;
    },
    async remove(): Promise<void> {
      for (const { path, remove } of made.splice(0)) {
        await end(path);
        await remove();
      }
    },
  };
}
