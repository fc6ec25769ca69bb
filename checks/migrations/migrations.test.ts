import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readMigrationFiles } from '#platform/database/migrate.ts';
import {
  findChangedMigrations,
  git,
  migrationFolders,
  migrationsOfCommit,
  missingHistory,
  readReleases,
  releasedMigrations,
  schemas,
} from './releases.ts';
import { findUnsafeStatements } from './unsafe-statements.ts';

const root = join(import.meta.dirname, '../..');
const releases = Object.entries(readReleases(root));
const [, firstRelease = { commit: '', migrations: {} }] = releases[0] ?? [];

/** Migrations of the checkout with their texts, as `schema name`. */
async function readMigrations() {
  const ofSchemas = schemas.map(async (schema) => {
    const files = await readMigrationFiles(join(root, schema, 'migrations'));
    return files.map((file) => ({ ...file, name: `${schema} ${file.name}` }));
  });
  return (await Promise.all(ofSchemas)).flat();
}

describe('migrations of releases', () => {
  test('are in the checkout, unchanged', async () => {
    const digests = Object.fromEntries((await readMigrations()).map(({ name, digest }) => [name, digest]));
    expect(digests).toMatchObject(releasedMigrations(releases.map(([, release]) => release)));
  });

  test.for(releases)('of %s are those of its commit and of its tag', ([version, { commit }], { skip }) => {
    const missing = missingHistory(root, commit);
    skip(missing !== undefined, missing);
    const index = releases.findIndex(([other]) => other === version);
    const recorded = releasedMigrations(releases.slice(0, index + 1).map(([, release]) => release));
    expect(migrationsOfCommit(root, commit)).toEqual(recorded);
    if (git(root, 'tag', '--list', `v${version}`) !== '')
      expect(migrationsOfCommit(root, `v${version}`)).toEqual(recorded);
  });

  test('a version is recorded, or newer than those that are; the change log has it', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const order = new Intl.Collator('en', { numeric: true }).compare;
    const versions = releases.map(([recorded]) => recorded);
    expect(versions).toEqual(versions.toSorted(order));
    expect(order(version, versions.at(-1) ?? '')).toBeGreaterThanOrEqual(0);
    const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    for (const each of [...versions, version]) expect(changes).toMatch(new RegExp(`^## ${each} `, 'm'));
  });
});

describe('migrations that have landed', () => {
  test('are not edited, renamed or removed by any commit after the first release', ({ skip }) => {
    const missing = missingHistory(root, firstRelease.commit);
    skip(missing !== undefined, missing);
    // A branch that edits a migration of its own makes one commit of both: databases were made in between else.
    expect(findChangedMigrations(root, firstRelease.commit)).toEqual([]);
  });

  test('findChangedMigrations names what commits, merges and the work tree changed, and no new file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svitlo-history-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = (name: string) => join(folder, 'billing/migrations', name);
    const commit = (...args: readonly string[]) => {
      const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.test'];
      git(folder, 'add', '--all');
      git(folder, ...author, 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', 'test', ...args);
      return git(folder, 'rev-parse', '--short', 'HEAD');
    };
    git(folder, 'init', '--quiet', '--initial-branch=main');
    for (const schemaFolder of migrationFolders) mkdirSync(join(folder, schemaFolder), { recursive: true });
    for (const name of ['0001-a.sql', '0002-b.sql', '0003-c.sql', '0004-d.sql'])
      writeFileSync(path(name), `select '${name}';`);
    const since = commit();
    writeFileSync(path('0005-e.sql'), 'select 5;');
    const added = commit();
    expect(findChangedMigrations(folder, since)).toEqual([]);

    writeFileSync(path('0001-a.sql'), 'select 1;');
    const edited = commit();
    renameSync(path('0002-b.sql'), path('0006-b.sql'));
    const renamed = commit();
    // A merge that changes what neither of its parents changed.
    git(folder, 'checkout', '--quiet', '-b', 'side', added);
    commit();
    git(folder, 'checkout', '--quiet', 'main');
    git(folder, 'merge', '--quiet', '--no-ff', '--no-commit', 'side');
    writeFileSync(path('0003-c.sql'), 'select 3;');
    const merged = commit();
    rmSync(path('0004-d.sql'));
    expect(findChangedMigrations(folder, since).toSorted()).toEqual([
      `billing/migrations/0001-a.sql in ${edited}`,
      `billing/migrations/0002-b.sql in ${renamed}`,
      `billing/migrations/0003-c.sql in ${merged}`,
      'billing/migrations/0004-d.sql in the work tree',
    ]);
  });

  test('lock and rewrite no large table, and leave the version before what it reads', async () => {
    const baseline = releasedMigrations([firstRelease]);
    const problems = (await readMigrations())
      .filter(({ name }) => !(name in baseline))
      .flatMap(({ name, text }) => findUnsafeStatements(text).map((problem) => `${name}: ${problem}`));
    expect(problems).toEqual([]);
  });
});

/**
 * Rules live in TypeScript: what the database runs by itself refuses changes, cascades a deletion, counts rows, copies them,
 * keeps words for the search, reads a compact form of an answer, or maintains partitions.
 */
const allowedFunctions = [
  'billing.count_accounts',
  'billing.count_consumption',
  'billing.count_postings',
  'billing.count_readings',
  'billing.guard_act_schedule',
  'billing.guard_benefit',
  'billing.guard_tariff_plan',
  'billing.guard_tariff_version',
  'billing.guard_violation_act',
  'billing.index_holders',
  'billing.index_names',
  'billing.index_premises',
  'billing.note_account_readings',
  'billing.note_bills',
  'billing.note_debt_changes',
  'billing.note_months_of_accounts',
  'billing.note_search_words',
  'billing.reading_answer',
  'billing.recount_account_readings',
  'billing.recount_accounts',
  'billing.refuse_act_step_change',
  'billing.refuse_audit_change',
  'billing.refuse_benefit_step_change',
  'billing.refuse_ledger_change',
  'billing.refuse_master_data_change_edit',
  'billing.refuse_reading_decision_change',
  'billing.refuse_rule_change',
  'billing.refuse_supplier_change',
  'billing.refuse_volume_event_change',
  'billing.search_code',
  'billing.search_words',
  'billing.slips_of_word',
  'billing.words_of_account',
  'portal.apply_service_term_change',
  'portal.bucket_ms',
  'portal.count_calls',
  'portal.count_failed_calls',
  'portal.count_member',
  'portal.count_new_calls',
  'portal.count_registrations',
  'portal.count_returning_users',
  'portal.count_slow_calls',
  'portal.delete_push_of_session',
  'portal.drop_log_partitions',
  'portal.drop_partitions',
  'portal.first_id_of',
  'portal.keep_running_clock',
  'portal.latency_bucket',
  'portal.make_event_partitions',
  'portal.make_log_partitions',
  'portal.make_partitions',
  'portal.move_registration',
  'portal.recount_calls',
  'portal.recount_failed_and_slow_calls',
  'portal.recount_minutes',
  'portal.recount_registrations',
  'portal.refuse_administrator_grant_change',
  'portal.refuse_answer_template_event_change',
  'portal.refuse_audit_seal_change',
  'portal.refuse_brand_change',
  'portal.refuse_company_action_change',
  'portal.refuse_consent_change',
  'portal.refuse_content_change',
  'portal.refuse_conversation_change',
  'portal.refuse_message_gap',
  'portal.refuse_no_owner',
  'portal.refuse_service_notice_event_change',
  'portal.refuse_service_term_change',
  'portal.refuse_service_terms',
  'portal.refuse_signature_change',
  'portal.refuse_staff_action_change',
  'portal.refuse_staff_action_truncation',
  'portal.refuse_staff_change_edit',
  'portal.refuse_supplier_message_change',
  'portal.refuse_viewing_change',
  'portal.remove_events',
];

test('migrations hold no rule: their functions are the allowed ones', async () => {
  const files = await readMigrations();
  const functions = files.flatMap(({ text }) =>
    Array.from(
      text.matchAll(/create\s+(?:or\s+replace\s+)?(?:function|procedure)\s+([\w.]+)/gi),
      ([, name]) => name,
    ),
  );
  // A later migration may replace one.
  expect([...new Set(functions)].sort()).toEqual(allowedFunctions);
});
