import { join } from 'node:path';
import type { MigrationSet } from '#platform/database/migrate.ts';

const root = join(import.meta.dirname, '..');

/** Both schemas of the product, in order of creation. */
export const migrationSets: readonly MigrationSet[] = [
  { schema: 'billing', folder: join(root, 'billing/migrations') },
  { schema: 'portal', folder: join(root, 'portal/migrations') },
];
