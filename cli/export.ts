import { resolve } from 'node:path';
import { type ExportResult, exportFolder } from '#billing/modules/export/public.ts';
import { createProgressPrinter } from '#cli/output/import-progress-printer.ts';
import { runCommand } from '#cli/output/run-command.ts';
import { createClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { readMigrationState } from '#platform/database/migrate.ts';
import { readConfig } from '#portal/config.ts';
import { migrationSets, openDatabase } from './open-database.ts';

function report(result: ExportResult, folder: string): number {
  switch (result.kind) {
    case 'notEmpty':
      console.error(`The folder ${folder} is not empty: name one that is not there yet.`);
      return 1;
    case 'noSupplier':
      console.error('There is no supplier to export.');
      return 1;
    case 'closing':
      console.error(
        `The closing of ${result.period} is under way or was cut off: finish it first (npm run close-period -- ${result.period}).`,
      );
      return 1;
    case 'cancelled':
      console.error('Cancelled: nothing of the export stays.');
      return 1;
    case 'exported': {
      const rows = result.files.reduce((sum, file) => sum + file.rows, 0);
      console.log(`Exported to ${folder}: ${rows} rows in ${result.files.length} files, and manifest.json.`);
      return 0;
    }
  }
}

/** `npm run export -- <folder>`: writes the billing database as a folder that `npm run import` loads (docs/import-format.md). */
async function main(): Promise<number> {
  const [given, ...more] = process.argv.slice(2);
  if (given === undefined || more.length > 0) {
    console.error('Usage: npm run export -- <folder>');
    return 1;
  }
  const folder = resolve(given);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const config = readConfig();
  // The command only reads: a database of another version is left as it is.
  const database = await openDatabase(config, { use: 'asItIs', handlesSignals: true });
  const { pool, close } = connectDatabase<unknown>({ url: database.url, poolSize: 2, name: 'svitlo-export' });
  const progress = createProgressPrinter(process.stderr, () => performance.now());
  try {
    const { pending, refusal } = await readMigrationState(database.url, migrationSets);
    if (pending.length > 0 || refusal !== undefined) {
      console.error(
        'The database is of another version than this command: start the product of this version once.',
      );
      return 1;
    }
    const clock = createClock(config);
    const result = await exportFolder({
      pool,
      folder,
      clock,
      onProgress: progress.show,
      signal: stop.signal,
    });
    progress.end();
    return report(result, folder);
  } finally {
    await close();
    await database.close();
  }
}

await runCommand(main);
