import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const schemas = ['billing', 'portal'] as const;

async function generate(url: string, schema: string, folder: string): Promise<string> {
  const file = join(folder, `${schema}.gen.ts`);
  await run(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--url',
      url,
      '--dialect',
      'postgres',
      '--include-pattern',
      `${schema}.*`,
      '--exclude-pattern',
      `${schema}.kysely_*`,
      '--default-schema',
      'public',
      '--out-file',
      file,
      '--overrides',
      '{}',
      '--date-parser',
      'string',
      '--type-mapping',
      JSON.stringify({ timestamptz: 'ColumnType<number, string, string>', int8: 'bigint', date: 'string' }),
    ],
    { cwd: root },
  );
  return readFile(file, 'utf8');
}

/** Writes billing/ and portal/database.gen.ts from the migrations; with --check only says whether they are fresh. */
async function main(): Promise<void> {
  const check = process.argv.includes('--check');
  const data = await temporaryDataFolder();
  const server = await startEmbeddedPostgres({
    dataFolder: data.path,
    databaseName: 'svitlo',
    settings: { fsync: 'off', shared_buffers: '64MB' },
  });
  try {
    await migrate(
      server.url,
      schemas.map((schema) => ({ schema, folder: join(root, schema, 'migrations') })),
    );
    for (const schema of schemas) {
      const file = join(root, schema, 'database.gen.ts');
      const fresh = await generate(server.url, schema, data.path);
      if (!check) await writeFile(file, fresh);
      else if ((await readFile(file, 'utf8').catch(() => '')) !== fresh) {
        console.error(`${schema}/database.gen.ts is stale: run node checks/generate-database-types.ts`);
        process.exitCode = 1;
      }
    }
  } finally {
    await server.stop();
    await data.remove();
  }
}

await main();
