import { resolve } from 'node:path';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type ImportResult, importFolder } from '#billing/modules/import/public.ts';
import { problemReport, warningReport } from '#cli/output/import-problem-text.ts';
import { createProgressPrinter } from '#cli/output/import-progress-printer.ts';
import { runCommand } from '#cli/output/run-command.ts';
import { refusedSupplierOf } from '#cli/sample/refused-supplier.ts';
import { createClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { readConfig } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { makeSampleIfStale, sampleFolder } from '#sample/make-sample.ts';
import { openDatabase } from './open-database.ts';

const sampleRefused =
  'This is the sample supplier, which no database of production takes. Nothing was loaded: give the folder of your own supplier.';

function report(result: ImportResult, folder: string): number {
  if ('ignoredFiles' in result && result.ignoredFiles.length > 0)
    console.log(`Not part of the format and not read: ${result.ignoredFiles.join(', ')}`);
  switch (result.kind) {
    case 'noFolder':
      console.error(`There is no folder ${folder}.`);
      return 1;
    case 'busy':
      console.error('Another import is under way.');
      return 1;
    case 'checked':
    case 'cancelled':
      // Only staff check without loading, or cancel.
      return 1;
    case 'problems':
      for (const line of problemReport(result.problems, result.total)) console.error(line);
      return 1;
    case 'loaded': {
      for (const line of warningReport(result.warnings, result.warningCount)) console.error(line);
      const added = Object.entries(result.added).filter(([, count]) => count > 0);
      console.log(
        added.length === 0
          ? 'Everything in the folder was there already: nothing was changed.'
          : `Loaded: ${added.map(([table, count]) => `${table} ${count}`).join(', ')}.`,
      );
      const [first, last] = [result.closedPeriods[0], result.closedPeriods.at(-1)];
      if (first !== undefined) console.log(`Closed: ${first} to ${last}.`);
      return 0;
    }
  }
}

/** `npm run import -- <folder>`: checks the folder of a supplier and loads it (docs/import-format.md). */
async function main(): Promise<number> {
  const [given, ...more] = process.argv.slice(2);
  if (given === undefined || more.length > 0) {
    console.error('Usage: npm run import -- <folder>');
    return 1;
  }
  const folder = resolve(given);
  const config = readConfig();
  const clock = createClock(config);
  const database = await openDatabase(config);
  const { db, pool, close } = connectDatabase<unknown>({
    url: database.url,
    poolSize: 6,
    name: 'svitlo-import',
  });
  const progress = createProgressPrinter(process.stderr, () => performance.now());
  try {
    const refusedSupplier = await refusedSupplierOf(db as PortalDatabase, config);
    if (folder === sampleFolder) {
      if (refusedSupplier !== undefined) throw new Error(sampleRefused);
      await makeSampleIfStale(folder, clock);
    }
    const result = await importFolder({
      db: db as BillingDatabase,
      pool,
      folder,
      clock,
      onProgress: progress.show,
      refusedSupplier,
    });
    progress.end();
    return report(result, folder);
  } finally {
    await close();
    await database.close();
  }
}

await runCommand(main);
