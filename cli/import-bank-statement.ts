import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  type ImportStatementResult,
  importStatement,
  type StatementProgress,
  storeFormat,
} from '#billing/modules/bank-statements/public.ts';
import { statementReport } from '#cli/output/bank-statement-report.ts';
import { createProgressPrinter } from '#cli/output/import-progress-printer.ts';
import { runCommand } from '#cli/output/run-command.ts';
import { createClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { readConfig } from '#portal/config.ts';
import { openDatabase } from './open-database.ts';

const usage = `Usage: npm run import-bank-statement -- <file> --format <name> [--dry-run]
       npm run import-bank-statement -- --define <format.json>`;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      define: { type: 'string' },
    },
  });
  const [path, ...more] = positionals;
  const { format, define } = values;
  if (define !== undefined && path === undefined) return { define };
  if (path === undefined || format === undefined || more.length > 0) return undefined;
  return { path, formatName: format, isTrial: values['dry-run'] };
}

/**
 * `npm run import-bank-statement`: imports a statement of a bank or a kiosk network (docs/bank-statements.md); Ctrl-C stops
 * between two chunks.
 */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(usage);
    return 1;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const config = readConfig();
  const clock = createClock(config);
  const database = await openDatabase(config, { handlesSignals: true });
  const connected = connectDatabase<unknown>({
    url: database.url,
    poolSize: 4,
    name: 'svitlo-import-bank-statement',
  });
  const db = connected.db as BillingDatabase;
  try {
    if (options.define !== undefined) {
      const format = await storeFormat(db, JSON.parse(await readFile(options.define, 'utf8')));
      console.log(`The format ${format.name} is stored.`);
      return 0;
    }
    const printer = createProgressPrinter(process.stderr, () => performance.now());
    const onProgress = ({ step, done, total }: StatementProgress) => {
      if (step === 'reading') printer.show({ step, file: options.path, done, total });
      if (step === 'checking') printer.show({ step, file: options.path, done, total });
      if (step === 'booking') printer.show({ step: 'loading', table: 'rows', done, total });
    };
    const { pool } = connected;
    const request = { ...options, db, pool, clock, signal: stop.signal, onProgress };
    const result: ImportStatementResult = await importStatement(request);
    printer.end();
    const { lines, isRight } = statementReport(result, options);
    for (const line of lines) (isRight ? console.log : console.error)(line);
    return isRight ? 0 : 1;
  } finally {
    await connected.close();
    await database.close();
  }
}

await runCommand(main);
