import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitStatements } from '#platform/database/split-statements.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';

const root = join(import.meta.dirname, '..');
const runbook = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** Which test, bench or check runs a command of the runbook, and the text of it that does. */
const runBy: Readonly<Record<string, readonly [file: string, text: string]>> = {
  start: ['e2e/start.test.ts', 'cli/start.ts'],
  build: ['bin/artifact.fault.test.ts', 'cli/build.ts'],
  setup: ['e2e/setup.test.ts', 'setup.ts'],
  'setup --answers': ['e2e/setup.test.ts', "'--answers'"],
  'setup --settings': ['e2e/setup.test.ts', "'--settings'"],
  import: ['billing/modules/export/export-sample.api.test.ts', "run('import.ts'"],
  export: ['billing/modules/export/export-sample.api.test.ts', "run('export.ts'"],
  'import-bank-statement': ['checks/torture/command-kinds.ts', "script: 'import-bank-statement.ts'"],
  'close-period': ['checks/torture/command-kinds.ts', "script: 'close-period.ts'"],
  'create-admin': ['cli/create-admin.api.test.ts', 'create-admin.ts'],
  'create-admin --role': ['cli/create-admin.api.test.ts', "'--role'"],
  'create-admin --name': ['cli/create-admin.api.test.ts', "'--name'"],
  'create-admin --phone': ['cli/create-admin.api.test.ts', "'--phone'"],
  'create-admin --dual-auth': ['cli/create-admin.api.test.ts', "'--dual-auth'"],
  'create-admin --reset-password': ['cli/create-admin.api.test.ts', "'--reset-password'"],
  'create-admin --reset-second-factor': ['cli/create-admin.api.test.ts', "'--reset-second-factor'"],
  backup: ['e2e/lost-machine.test.ts', "'backup.ts'"],
  'backup --new-key': ['e2e/lost-machine.test.ts', "'--new-key'"],
  restore: ['e2e/lost-machine.test.ts', "'restore.ts'"],
  'restore --key': ['e2e/lost-machine.test.ts', "'--key'"],
  'restore --until': ['e2e/lost-machine.test.ts', "'--until'"],
  'restore --check': ['cli/backup.fault.test.ts', "'--check'"],
  archive: ['cli/archive/archive.api.test.ts', 'runArchive'],
  'archive --before': ['cli/archive/archive.api.test.ts', "'--before'"],
  'copy-files': ['cli/files/files.api.test.ts', 'runCopyFiles'],
  'copy-files --from': ['cli/files/files.api.test.ts', "'--from'"],
  'copy-files --to': ['cli/files/files.api.test.ts', "'--to'"],
  'copy-files --verify': ['cli/files/files.api.test.ts', "'--verify'"],
  doctor: ['cli/doctor.api.test.ts', 'runDoctor'],
  'doctor --json': ['e2e/failover.test.ts', "'--json'"],
  'doctor --all': ['checks/torture/installation.ts', 'isAll: true'],
  'doctor --seals': ['cli/audit-seals.api.test.ts', 'seals:'],
  'doctor --archive': ['cli/archive/archive.api.test.ts', 'archive:'],
  'doctor --clock-is-right': ['cli/doctor.api.test.ts', 'isClockRight'],
  'doctor --files-are-right': ['cli/files/files.api.test.ts', 'areFilesRight'],
  'support-bundle': ['cli/doctor/support-bundle.api.test.ts', 'support-bundle'],
  'test:all': ['checks/test-run/main.ts', 'all'],
  torture: ['checks/test-run/checks.ts', 'checks/torture/main.ts'],
};
/** Run by hand alone: they take long, or are the benches that the runbook names as sources of figures. */
const runByHand = /^(bench|live-a-year)\b|^torture --/;

/** Commands with each of their flags: `npm run doctor -- --json` is 'doctor' and 'doctor --json'. */
const commands = new Set(
  [...runbook.matchAll(/npm (?:run )?(start|[a-z][\w:-]*)(?: -- ([^`\n#]*))?/g)].flatMap(
    ([, name = '', rest = '']) => [
      name,
      ...(rest.match(/--[a-z-]+/g) ?? []).map((flag) => `${name} ${flag}`),
    ],
  ),
);
const queries = [...runbook.matchAll(/^```sql\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
  splitStatements(block).map(({ sql }) => sql),
);

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

test.each(queries)('the database answers the query of the runbook: %s', async (query) => {
  await client.query('begin read only');
  try {
    expect((await client.query(query)).fields.length).toBeGreaterThan(0);
  } finally {
    await client.query('rollback');
  }
});

test('every command of the runbook, with its flags, is run by a test, a check or a bench', () => {
  expect([...commands].filter((command) => !runByHand.test(command) && !(command in runBy))).toEqual([]);
  expect(Object.keys(runBy).filter((command) => !commands.has(command))).toEqual([]);
});

test.each(Object.entries(runBy))('npm run %s is run where the list says', (_, [file, text]) => {
  expect(existsSync(join(root, file))).toBe(true);
  expect(readFileSync(join(root, file), 'utf8')).toContain(text);
});
