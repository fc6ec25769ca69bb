import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The one folder or file that writes each table. Others call its functions inside the transaction, or hand their rows as a
 * relation to the SQL that it exports. Sources: docs/architecture.md.
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  'billing/modules/bank-statements/': [
    'billing.bank_statement',
    'billing.bank_statement_format',
    'billing.bank_statement_outcome',
    'billing.bank_statement_part',
    'billing.bank_statement_payer',
    'billing.bank_statement_row',
    'billing.bank_statement_same_sum',
  ],
  'billing/modules/charges/': [
    'billing.benefit',
    'billing.benefit_step',
    'billing.bill',
    'billing.charge_line',
    'billing.closing_exception',
    'billing.closing_run',
    'billing.consumption',
    'billing.consumption_count',
    'billing.consumption_revision',
    'billing.period',
    'billing.recalculation',
    'billing.recalculation_request',
  ],
  'billing/modules/contracts/': [
    'billing.company_information',
    'billing.contract_point',
    'billing.distribution_operator',
    'billing.entity_contract',
    'billing.meter_channel',
    'billing.sub_consumer',
    'billing.volume_correction',
  ],
  'billing/modules/events/': [
    'billing.audit_chain',
    'billing.audit_archive',
    'billing.audit_entry',
    'billing.audit_seal',
    'billing.operator_event',
    'billing.outbox_event',
    'billing.request_id',
  ],
  'billing/modules/feed-in/': ['billing.feed_in_month'],
  'billing/modules/import/': ['billing.import_part', 'billing.import_problem', 'billing.import_run'],
  'billing/modules/invoices/': [
    'billing.invoice',
    'billing.invoice_line',
    'billing.invoice_quantity',
    'billing.invoice_quantity_revision',
    'billing.planned_payment',
    'billing.reactive_payment',
  ],
  'billing/modules/ledger/': [
    'billing.booking_clock',
    'billing.correction_request',
    'billing.debt_change',
    'billing.debt_count',
    'billing.debt_month',
    'billing.ledger_check',
    'billing.ledger_count',
    'billing.ledger_entry',
  ],
  'billing/modules/master-data/': [
    'billing.account',
    'billing.account_count',
    'billing.account_holder',
    'billing.account_responsible',
    'billing.account_tariff',
    'billing.customer',
    'billing.master_data_change',
    'billing.meter',
    'billing.metering_point',
    'billing.metering_point_version',
    'billing.premises',
    'billing.register',
  ],
  'billing/modules/payments/': ['billing.payment', 'billing.payment_event', 'billing.refund_request'],
  'billing/modules/readings/': [
    'billing.account_reading',
    'billing.account_reading_change',
    'billing.account_reading_count',
    'billing.channel_reading',
    'billing.hourly_value',
    'billing.reading',
    'billing.reading_count',
    'billing.reading_decision',
    'billing.reading_review',
    'billing.compact_answer',
    'billing.reading_submission',
  ],
  'billing/modules/rules/': ['billing.rule_change'],
  'billing/modules/search/': ['billing.account_search', 'billing.search_word'],
  'billing/modules/supplier/': ['billing.supplier', 'billing.supplier_change'],
  'billing/modules/tariffs/': [
    'billing.economic_rate',
    'billing.price_component',
    'billing.tariff',
    'billing.tariff_plan',
    'billing.tariff_trial',
    'billing.tariff_version',
  ],
  'billing/modules/tax-invoices/': ['billing.tax_invoice'],
  'billing/modules/violation-acts/': ['billing.act_schedule', 'billing.act_step', 'billing.violation_act'],
  'billing/modules/volumes/': [
    'billing.contract_volume',
    'billing.volume_request',
    'billing.volume_request_event',
    'billing.volume_request_row',
  ],
  'cli/sample/load-sample.ts': ['portal.sample_load'],
  'cli/sample/refused-supplier.ts': ['portal.production_start'],
  'portal/gateways/files/': ['portal.file_store', 'portal.stored_file'],
  'portal/gateways/payments/': ['portal.sandbox_bank_order'],
  'portal/http/': [
    'portal.active_user_day',
    'portal.active_user_hour',
    'portal.active_user_minute',
    'portal.api_call',
    'portal.api_token_use',
    'portal.audit_chain',
    'portal.audit_seal',
    'portal.audit_seal_delivery',
    'portal.call_count_day',
    'portal.call_count_hour',
    'portal.call_count_minute',
    'portal.call_latency_day',
    'portal.call_latency_hour',
    'portal.call_latency_minute',
    'portal.call_pair_day',
    'portal.call_total_minute',
    'portal.company_action',
    'portal.error_log',
    'portal.failed_call_day',
    'portal.failed_return_day',
    'portal.failed_user_day',
    'portal.fm_call',
    'portal.live_event',
    'portal.live_topic',
    'portal.name_latency_day',
    'portal.node_sample',
    'portal.request_answer',
    'portal.slow_call_day',
    'portal.staff_action',
    'portal.staff_change',
    'portal.user_count_day',
    'portal.user_count_hour',
    'portal.user_count_minute',
    'portal.commit_probe',
    'portal.write_probe',
  ],
  'portal/modules/accounts/': [
    'portal.access_change',
    'portal.access_request',
    'portal.chosen_account',
    'portal.identity_account',
    'portal.object_info',
  ],
  'portal/modules/client-log/': [
    'portal.browser_report',
    'portal.browser_report_call',
    'portal.browser_report_hour',
  ],
  'portal/modules/codes/': [
    'portal.confirmation_code',
    'portal.known_network',
    'portal.sign_in_attempt',
    'portal.used_work',
    'portal.wrong_code_count',
  ],
  'portal/modules/content/': ['portal.content_version'],
  'portal/modules/conversations/': [
    'portal.chat_typing',
    'portal.compensation',
    'portal.conversation',
    'portal.conversation_clock',
    'portal.conversation_draft',
    'portal.conversation_event',
    'portal.conversation_file',
    'portal.conversation_message',
    'portal.conversation_note',
    'portal.conversation_topic',
  ],
  'portal/modules/desk/': [
    'portal.answer_template',
    'portal.answer_template_event',
    'portal.desk_presence',
    'portal.desk_view',
  ],
  'portal/modules/documents/': ['portal.document_request'],
  'portal/modules/feedback/': ['portal.feedback'],
  'portal/modules/payment-documents/': ['portal.act_objection'],
  'portal/modules/reconciliation-acts/': ['portal.reconciliation_disagreement'],
  'portal/modules/events/': ['portal.account_event', 'portal.account_event_partition'],
  'portal/modules/identity/': [
    'portal.administrator',
    'portal.administrator_grant',
    'portal.administrator_link',
    'portal.administrator_role',
    'portal.api_token',
    // A view of the accounts that a sign-in sees.
    'portal.cabinet_account',
    'portal.company_member',
    'portal.customer_block',
    'portal.consent',
    'portal.identity',
    'portal.recovery_code',
    'portal.registration_count',
    'portal.second_factor',
    'portal.session',
    'portal.sign_in_challenge',
    'portal.sign_in_event',
    'portal.viewing',
  ],
  'portal/modules/supplier/': ['portal.brand_image', 'portal.brand_version'],
  'portal/modules/maintenance/': ['portal.maintenance'],
  'portal/modules/notices/': ['portal.service_notice', 'portal.service_notice_event'],
  'portal/modules/notifications/': [
    'portal.bill_by_mail',
    'portal.calendar_link',
    'portal.notification_choice',
    'portal.push_subscription',
    'portal.reminder_sent',
  ],
  'portal/modules/performance/': ['portal.node_state'],
  'portal/modules/outbox/': ['portal.outgoing_message'],
  'portal/modules/payments/': ['portal.payment_reminder'],
  'portal/modules/personal-data/': ['portal.erasure_request'],
  'portal/modules/readings/': ['portal.workbook_check'],
  'portal/modules/service-status/': ['portal.service_incident', 'portal.service_watch'],
  'portal/modules/service-terms/': [
    'portal.chat_rule',
    'portal.compensation_rule',
    'portal.service_term_change',
    'portal.service_standard',
    'portal.work_calendar',
    'portal.work_calendar_day',
  ],
  'portal/modules/signatures/': [
    'portal.authority',
    'portal.authority_proposal',
    'portal.document_signature',
    'portal.signed_document',
    'portal.signer_power',
  ],
  'portal/modules/supplier-messages/': [
    'portal.supplier_message',
    'portal.supplier_message_delivery',
    'portal.supplier_message_dispatch',
    'portal.supplier_message_notice',
    'portal.supplier_message_read',
    'portal.supplier_message_target',
  ],
};

/** SQL functions that write tables, by the owner of what they write; nobody else calls them. */
export const functionOwners: Readonly<Record<string, readonly string[]>> = {
  // The trigger that keeps the rollups with the raw rows, whoever writes them.
  'portal/http/': [
    'portal.count_calls',
    'portal.count_failed_calls',
    'portal.count_new_calls',
    'portal.count_returning_users',
    'portal.count_slow_calls',
    'portal.drop_partitions',
    'portal.make_partitions',
    'portal.recount_calls',
    'portal.recount_failed_and_slow_calls',
    'portal.recount_minutes',
  ],
  // The triggers that keep the counts of reports, whichever statement writes what is counted.
  'billing/modules/charges/': ['billing.count_consumption'],
  'billing/modules/ledger/': ['billing.count_postings', 'billing.note_debt_changes'],
  'billing/modules/master-data/': ['billing.count_accounts', 'billing.recount_accounts'],
  'billing/modules/readings/': [
    'billing.count_readings',
    'billing.note_account_readings',
    'billing.note_months_of_accounts',
    'billing.recount_account_readings',
  ],
  'portal/modules/events/': ['portal.make_event_partitions', 'portal.remove_events'],
  'portal/modules/identity/': [
    'portal.count_member',
    'portal.count_registrations',
    'portal.move_registration',
    'portal.recount_registrations',
  ],
  // The triggers that keep what is searched for with what it says, whichever statement writes it.
  'billing/modules/search/': [
    'billing.index_holders',
    'billing.index_names',
    'billing.index_premises',
    'billing.note_search_words',
  ],
  // The trigger that keeps the running clock with its conversation, whichever statement starts or ends it.
  'portal/modules/content/': ['portal.content_version'],
  'portal/modules/conversations/': ['portal.keep_running_clock'],
  // The trigger that puts versions into the tables that are read.
  'portal/modules/service-terms/': ['portal.apply_service_term_change'],
  // The trigger that forgets the browser of a session that ended: one place for each way in which sessions end.
  'portal/modules/notifications/': ['portal.delete_push_of_session'],
};

const name = '((?:billing|portal)\\.\\w+)';
const verb =
  'insert\\s+into|(?<!\\bdo\\s+|\\bfor\\s+|\\bno\\s+key\\s+)update|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?';
/** Statements, calls of the builder, and names of tables that COPY or a helper takes as a value. */
const writes = [
  new RegExp(`\\b(?:${verb}|copy)\\s+(?:only\\s+)?"?${name}`, 'gi'),
  new RegExp(`\\.(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"\`]${name}`, 'g'),
  new RegExp(`\\binsertFrom\\(\\s*['"\`]${name}`, 'g'),
  new RegExp(`['"\`]${name}\\s*\\(`, 'g'),
];
/** A table that nobody can see in the text. What COPY fills is a value with its columns, which is found above. */
const hidden = [
  new RegExp(`\\b(?:${verb})\\s+(?:only\\s+)?"?(?:(?:billing|portal)\\.)?\\$\\{`, 'gi'),
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!\s*['"`])/g,
  /\binsertFrom\((?!\s*['"`])/g,
];

const matches = (patterns: readonly RegExp[], text: string) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
const ownerOf = (owners: Readonly<Record<string, readonly string[]>>, table: string) =>
  Object.keys(owners).find((place) => owners[place]?.includes(table));

/** Writes of a TypeScript file to tables, and calls of writing functions, that belong elsewhere, each in words. */
export function findWriters(file: string, text: string): readonly string[] {
  const tables = new Set(matches(writes, text).map((match) => (match[1] ?? '').toLowerCase()));
  const called = new Set(matches([new RegExp(`\\b${name}\\(`, 'g')], text).map((match) => match[1] ?? ''));
  const functions = [...called].filter((called) => ownerOf(functionOwners, called) !== undefined);
  return [
    ...[...tables]
      .filter((table) => !functions.includes(table))
      .flatMap((table) => {
        const owner = ownerOf(tableOwners, table);
        if (owner === undefined) return [`${file}: ${table} has no owner in checks/table-owners.ts`];
        return file.startsWith(owner) ? [] : [`${file} writes ${table}: call a function of ${owner}`];
      }),
    ...functions.flatMap((called) => {
      const owner = ownerOf(functionOwners, called) ?? '';
      return file.startsWith(owner) ? [] : [`${file} calls ${called}, which writes: ask ${owner}`];
    }),
    ...matches(hidden, text).map(
      ([found]) => `${file}: name the table in the text, not by a value: ${found}`,
    ),
  ];
}

/** SQL functions as migrations, in their order, leave them: name and body. */
function functionsOf(migrations: readonly string[]): ReadonlyMap<string, string> {
  const bodies = new Map<string, string>();
  const pattern = new RegExp(
    `create (?:or replace )?function ${name}|drop function (?:if exists )?${name}`,
    'gi',
  );
  for (const text of migrations) {
    for (const found of text.matchAll(pattern)) {
      if (found[2] !== undefined) bodies.delete(found[2]);
      if (found[1] === undefined) continue;
      const rest = text.slice(found.index);
      const body = /\$\$[\s\S]*?\$\$|\bbegin atomic[\s\S]*?\nend;|\breturn [^;]*;/.exec(rest);
      bodies.set(found[1], body?.[0] ?? rest);
    }
  }
  return bodies;
}

/** Functions of migrations that write tables of another owner than their own, each in words. */
export function findWritingFunctions(migrations: readonly string[]): readonly string[] {
  return [...functionsOf(migrations)].flatMap(([called, body]) => {
    const tables = matches(writes.slice(0, 1), body).map((match) => (match[1] ?? '').toLowerCase());
    const owner = ownerOf(functionOwners, called);
    if (owner === undefined)
      return tables.length === 0
        ? []
        : [`${called} writes ${tables.join(', ')} and has no owner in checks/table-owners.ts`];
    return tables
      .filter((table) => ownerOf(tableOwners, table) !== owner)
      .map((table) => `${called} of ${owner} writes ${table} of ${ownerOf(tableOwners, table)}`);
  });
}

/** All that is wrong in a checkout; besides, tables without an owner and owners of what there is not. */
export function findOwnerProblems(root: string): readonly string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const files = globSync('{billing,portal,cli,platform,sample}/**/*.ts', { cwd: root }).filter(
    (file) =>
      !/\.test\.ts$|\.gen\.ts$|(^|\/)testing\//.test(file) && file !== 'platform/database/insert-from.ts',
  );
  const migrations = ['billing', 'portal'].flatMap((schema) =>
    globSync(`${schema}/migrations/*.sql`, { cwd: root }).toSorted().map(read),
  );
  const tables = ['billing', 'portal'].flatMap((schema) =>
    [...read(`${schema}/database.gen.ts`).matchAll(/^ {2}"(\w+\.\w+)":/gm)].map((match) => match[1] ?? ''),
  );
  const owned = Object.values(tableOwners).flat();
  return [
    ...files.flatMap((file) => findWriters(file.replaceAll('\\', '/'), read(file))),
    ...findWritingFunctions(migrations),
    ...tables.filter((table) => !owned.includes(table)).map((table) => `${table} has no owner`),
    ...owned.filter((table) => !tables.includes(table)).map((table) => `${table}: there is no such table`),
    ...[...Object.keys(tableOwners), ...Object.keys(functionOwners)]
      .filter((place) => !existsSync(join(root, place)))
      .map((place) => `${place}: there is no such place`),
  ];
}
