import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { liesIn } from '#cli/backups/check-place.ts';
import { runCommand } from '#cli/output/run-command.ts';
import { lowerPriority } from '#platform/host/lower-priority.ts';
import { copyObjects } from '#platform/object-store/copy-objects.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';
import { readConfig } from '#portal/config.ts';
import { fileFolders, storeFolder } from '#portal/gateways/files/open-file-store.ts';
import { readStoreId, tryWriteStore } from '#portal/gateways/files/store-identity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const usage = 'Usage: npm run copy-files -- --from <folder or s3://bucket/prefix> --to <…> [--verify]';
/** Objects between two lines of progress. */
const progressStep = 10_000;
const maxNamed = 20;

/** Names of files in a store, or its id. */
async function hasFiles(store: ObjectStore): Promise<boolean> {
  if ((await readStoreId(store)) !== undefined) return true;
  for (const folder of fileFolders) for await (const _ of store.names(`${folder}/`)) return true;
  return false;
}

/** @throws Error with a sentence for stores between which nothing can be copied. */
async function checkStores(from: ObjectStore, to: ObjectStore): Promise<void> {
  if (liesIn(from.address, to.address) || liesIn(to.address, from.address))
    throw new Error(`${from.address} and ${to.address} are one place, or one lies in the other.`);
  if (!(await hasFiles(from))) throw new Error(`There are no files at ${from.address}.`);
  const [own, other] = [await readStoreId(from), await readStoreId(to)];
  // A folder of 1.0.0 has no id, also when the new place has one: nodes of 1.0.0 add files until the last of them is replaced.
  if (own !== undefined && other !== undefined && own !== other)
    throw new Error(`${to.address} has the files of another installation: name an empty place.`);
  await tryWriteStore(to);
}

/** `npm run copy-files`: copies a store of files to another place; returns the exit code. */
export async function runCopyFiles(
  args: readonly string[],
  { environment, print }: { environment: Environment; print: (line: string) => void },
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' }, verify: { type: 'boolean' } },
  });
  if (values.from === undefined || values.to === undefined || positionals.length > 0) {
    print(usage);
    return 1;
  }
  const { s3 } = readConfig(environment);
  const [from, to] = [values.from, values.to].map((address) =>
    openObjects(address.includes('://') ? address : resolve(address), s3),
  ) as [ObjectStore, ObjectStore];
  await checkStores(from, to);
  const { copied, bytes, present, different } = await copyObjects({
    ...{ from, to, isVerifying: values.verify ?? false },
    // The id is last: a node that uses the new store finds all files.
    folders: [...fileFolders, storeFolder],
    onProgress(done) {
      if (done % progressStep === 0) print(`Files: ${done} so far.`);
    },
  });
  print(
    `Files: ${copied} copied (${Math.ceil(bytes / 1024 ** 2)} MiB), ${present} were at ${to.address} before.`,
  );
  if (different.length === 0) return 0;
  print(
    `Files that are not the same: ${different.length}, first of all ${different.slice(0, maxNamed).join(', ')}.`,
  );
  return 1;
}

if (import.meta.main) {
  // Customers come first.
  lowerPriority(19);
  await runCommand(() =>
    runCopyFiles(process.argv.slice(2), { environment: process.env, print: console.log }),
  );
}
