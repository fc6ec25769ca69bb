import { join } from 'node:path';
import { withAuditOwner } from '../audit/audit-owner.ts';
import { migrate } from '../database/migrate.ts';
import { startTemplateServer } from './template-server.ts';

/** Vitest global setup of database tests: one server per run, one migrated template that each test file copies. */
export default async function setUp(project: {
  provide(key: 'databaseUrl' | 'adminUrl', value: string): void;
}) {
  const root = join(import.meta.dirname, '..', '..');
  const { templateUrl, adminUrl, stop } = await startTemplateServer((url, superuserUrl) =>
    withAuditOwner(url, superuserUrl, () =>
      migrate(url, [
        { schema: 'billing', folder: join(root, 'billing/migrations') },
        { schema: 'portal', folder: join(root, 'portal/migrations') },
      ]),
    ),
  );
  project.provide('databaseUrl', templateUrl);
  project.provide('adminUrl', adminUrl);
  return stop;
}
