import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { RunningProduct } from '#e2e/support/product/running-product.ts';
import { newOperatorKey } from '#platform/backup/sealing.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { commandKind, runAndKill, runThrough } from './command-kinds.ts';
import {
  type Command,
  copyInstallation,
  findFaults,
  findLeftOver,
  killInstallation,
  withDatabaseOf,
} from './installation.ts';
import { payingLoad, prepareLoad, startServer } from './load-kinds.ts';
import type { RoundResult, TortureKind } from './round.ts';

/** A place of backups with the keys of its operator. */
export async function makePlace(emptyFolder: () => Promise<string>) {
  const [place, keys] = [await emptyFolder(), await emptyFolder()];
  const { secret, recipient } = await newOperatorKey();
  const keyFile = join(keys, 'operator-key');
  await writeFile(keyFile, `${secret}\n`, { mode: 0o600 });
  const backup: Command = { script: 'backup.ts', args: [place, '--recipient', recipient] };
  const restore: Command = { script: 'restore.ts', args: [place, '--key', keyFile] };
  return { backup, restore };
}

/** The product, started again unless it has outlived the kill. */
async function startIfGone(product: RunningProduct, dataFolder: string): Promise<RunningProduct> {
  const isServing = (await fetch(`${product.url}/readyz`).catch(() => undefined))?.ok === true;
  if (isServing) return product;
  await killInstallation(dataFolder, 'both');
  await product.ended;
  return startServer(dataFolder);
}

/** Backups beside the work of customers, killed with their server or their database; the next one has everything that was acknowledged. */
const backup: TortureKind = {
  name: 'backup',
  async prepare({ emptyFolder }) {
    const { folder: template, clients } = await prepareLoad(emptyFolder);
    return {
      async round({ random, copyOf, emptyFolder: empty }): Promise<RoundResult> {
        const [folder, copy] = [await copyOf(template), await empty()];
        const { backup: command, restore } = await makePlace(empty);
        const load = payingLoad(clients);
        const setting = { environment: {} };
        let product = await startServer(folder);
        try {
          const wrong: string[] = [];
          let kills = 0;
          for (let left = random.between(1, 2); left > 0; left -= 1) {
            const working = load.work(product.url);
            const duration = { readyMs: undefined, totalMs: 4000 };
            const end = await runAndKill(folder, { command, setting, duration, random });
            wrong.push(...end.wrong);
            if (end.isHit) kills += 1;
            product = await startIfGone(product, folder);
            await working;
            await load.repeat(product.url);
          }
          await runThrough(folder, command, setting);
          await product.stop();
          await runThrough(copy, restore, setting);
          const { lost, doubled, faults } = await withDatabaseOf(copy, async ({ url }) => {
            const { db, close } = connectDatabase<unknown>({ url, poolSize: 2 });
            const books = db as BillingDatabase;
            const found = {
              lost: await load.findLoss(books, ''),
              doubled: await load.findTwice(books),
              faults: await findFaults(copy, url),
            };
            await close();
            return found;
          });
          wrong.push(...faults, ...(await findLeftOver(folder)), ...(await findLeftOver(copy)));
          return { kills, acknowledged: load.acknowledged(), lost, doubled, wrong, servingMs: [] };
        } finally {
          await product.stop();
        }
      },
    };
  },
};

/** Restores into an empty folder: after a kill the same command restores all. */
const restore = commandKind('restore', async ({ emptyFolder }) => {
  const [template, source] = [await emptyFolder(), await emptyFolder()];
  const { folder } = await prepareLoad(emptyFolder);
  await copyInstallation(folder, source);
  const { backup: command, restore: step } = await makePlace(emptyFolder);
  await runThrough(source, command, { environment: {} });
  return { template, steps: [step], environment: {} };
});

export const backupKinds: readonly TortureKind[] = [backup, restore];
