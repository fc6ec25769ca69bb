import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrationFiles } from '#platform/database/migrate.ts';

const root = join(import.meta.dirname, '..');

/** A file that has landed is never edited: databases that applied it are refused. A new file adds its digest. */
test.each(['billing', 'portal'])(
  'the migrations of %s are those of checks/migration-digests.json',
  async (schema) => {
    const landed: Record<string, Record<string, string>> = JSON.parse(
      await readFile(join(root, 'checks/migration-digests.json'), 'utf8'),
    );
    const files = await readMigrationFiles(join(root, schema, 'migrations'));
    expect(Object.fromEntries(files.map(({ name, digest }) => [name, digest]))).toEqual(landed[schema]);
  },
);
