import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrationFiles } from '#platform/database/migrate.ts';

const root = join(import.meta.dirname, '..');

/**
 * A file that has landed is never edited, and a new one has a higher number: databases that applied others are refused. A new file adds
 * its digest at the end.
 */
test.each(['billing', 'portal'])(
  'the migrations of %s are those of checks/migration-digests.json',
  async (schema) => {
    const landed: Record<string, Record<string, string>> = JSON.parse(
      await readFile(join(root, 'checks/migration-digests.json'), 'utf8'),
    );
    const files = await readMigrationFiles(join(root, schema, 'migrations'));
    expect(files.map(({ name, digest }) => [name, digest])).toEqual(Object.entries(landed[schema] ?? {}));
  },
);

/** Rules live in TypeScript: what the database runs by itself refuses changes, cascades a deletion, counts rows, copies them, keeps words for the search, or maintains partitions. */
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
  'portal.keep_running_clock',
  'portal.latency_bucket',
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
];

test('migrations hold no rule: their functions are the allowed ones', async () => {
  const folders = ['billing', 'portal'].map((schema) => join(root, schema, 'migrations'));
  const files = (await Promise.all(folders.map(readMigrationFiles))).flat();
  const functions = files.flatMap(({ text }) =>
    Array.from(
      text.matchAll(/create\s+(?:or\s+replace\s+)?(?:function|procedure)\s+([\w.]+)/gi),
      ([, name]) => name,
    ),
  );
  // A later migration may replace one.
  expect([...new Set(functions)].sort()).toEqual(allowedFunctions);
});
