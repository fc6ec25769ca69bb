import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PgbenchRun {
  readonly databaseUrl: string;
  /** The script; `:k` is the number of the transaction in its connection, from 1. */
  readonly lines: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly perConnection: number;
}

/** Transactions per second of a script with prepared statements. @throws Error when a transaction fails. */
export async function runPgbench(load: PgbenchRun): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-bench-'));
  try {
    const script = join(folder, 'script.sql');
    await writeFile(script, `\\set k :k + 1\n${load.lines.join('\n')}\n`);
    const variables = Object.entries({ k: '0', ...load.variables });
    const { stdout } = await run('pgbench', [
      ...['-n', '-M', 'prepared', '-f', script, '-j', '2'],
      ...variables.flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ...['-c', String(load.connections), '-t', String(load.perConnection)],
      load.databaseUrl,
    ]);
    const rate = /tps = ([\d.]+) \(without initial/.exec(stdout)?.[1];
    const done = /actually processed: (\d+)\/(\d+)/.exec(stdout);
    if (rate === undefined || done?.[1] !== done?.[2]) throw new Error(`pgbench says: ${stdout}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
