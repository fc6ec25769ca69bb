import { withoutTransaction } from '#platform/database/apply-migration.ts';
import { type SqlStatement, splitStatements } from '#platform/database/split-statements.ts';

/**
 * Tables whose rows do not grow with accounts, acts or calls: an index of them is built within milliseconds. Every other table counts as
 * large, a new one too until it is listed here.
 */
export const smallTables: readonly string[] = [
  'billing.audit_chain',
  'billing.bank_statement_format',
  'billing.booking_clock',
  'billing.closing_run',
  'billing.company_information',
  'billing.distribution_operator',
  'billing.economic_rate',
  'billing.import_run',
  'billing.ledger_check',
  'billing.period',
  'billing.price_component',
  'billing.rule_change',
  'billing.supplier',
  'billing.supplier_change',
  'billing.tariff',
  'billing.tariff_plan',
  'billing.tariff_trial',
  'billing.tariff_version',
  'portal.administrator',
  'portal.administrator_link',
  'portal.administrator_role',
  'portal.answer_template',
  'portal.answer_template_event',
  'portal.audit_chain',
  'portal.audit_seal_delivery',
  'portal.authority',
  'portal.authority_proposal',
  'portal.brand_image',
  'portal.brand_version',
  'portal.chat_rule',
  'portal.compensation_rule',
  'portal.content_version',
  'portal.conversation_topic',
  'portal.desk_presence',
  'portal.desk_view',
  'portal.live_topic',
  'portal.maintenance',
  'portal.node_state',
  'portal.sample_load',
  'portal.service_notice',
  'portal.service_notice_event',
  'portal.service_standard',
  'portal.service_term_change',
  'portal.supplier_message',
  'portal.work_calendar',
  'portal.work_calendar_day',
  'portal.write_probe',
];

const reasons = {
  index: `locks writes of a large table while it builds: create index concurrently, in a file that begins with "${withoutTransaction}"`,
  concurrently: `needs a file that begins with "${withoutTransaction}" and a name, by which a broken build is found`,
  alone: 'can not be repeated outside of a transaction: move it to another file',
  type: 'rewrites the table, and the version before reads the other type: add a column, fill it, drop the old one a release later',
  notNull:
    'fails in the inserts of the version before, which do not know it: give a constant default, or add it without not null',
  rewrite: 'rewrites the table under its lock: add the column without it, fill it in parts',
  constraint: 'reads the whole table under its lock: add it not valid, validate it in another file',
  unique: 'builds an index under a lock: create unique index concurrently, then add constraint … using index',
  setNotNull:
    'reads the whole table under its lock: validate a check (… is not null) not valid before, in another file',
  validate: 'is in the transaction that holds the lock of the added constraint: validate it in another file',
  contract:
    'takes away what the version before reads or calls: stop its use in one release, remove it in the next',
  rows: 'locks rows of a large table until the end: change them by a job, in parts',
  lock: 'locks the whole table for as long as it runs',
  together:
    'are locked together, so that a request which has one and waits for another is ended by a deadlock: one file for each table',
  opaque: 'is not examined: write plain statements',
};

const literal =
  /\bdefault (?:'(?:[^']|'')*'|-?[\d.]+|true|false|null|now\(\)|current_timestamp|current_date)(?:::[\w.[\] ]+?)?(?= (?:not |null|check|references|constraint|collate)|$)/;

/** Splits at commas outside of parentheses and strings. */
function splitActions(text: string): readonly string[] {
  const actions = [''];
  let depth = 0;
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|[(),]|[^(),']+/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += token;
  }
  return actions.map((action) => action.trim());
}

function problemOfNewColumn(definition: string): string | undefined {
  if (/\b(generated|serial|bigserial|smallserial)\b/.test(definition)) return reasons.rewrite;
  if (/\bdefault\b/.test(definition) && !literal.test(definition)) return reasons.rewrite;
  if (/\bnot null\b/.test(definition) && !/\bdefault\b/.test(definition)) return reasons.notNull;
  if (/\b(unique|primary key)\b/.test(definition)) return reasons.unique;
  return /\b(references|check)\b/.test(definition) ? reasons.constraint : undefined;
}

/** What is wrong with one action of `alter table`; `added`: constraints that the file adds. */
function problemOfAction(action: string, added: readonly string[]): string | undefined {
  const constraint = /^add (?:constraint \w+ )?(check|foreign key|unique|primary key|exclude)\b/.exec(
    action,
  )?.[1];
  if (constraint === 'check' || constraint === 'foreign key')
    return / not valid$/.test(action) ? undefined : reasons.constraint;
  if (constraint !== undefined) return / using index \w+/.test(action) ? undefined : reasons.unique;
  const column = /^add (?:column )?(?:if not exists )?(?!constraint\b)\w+ (.+)$/.exec(action)?.[1];
  if (column !== undefined) return problemOfNewColumn(column);
  if (/^alter (?:column )?\w+ (?:set data )?type /.test(action)) return reasons.type;
  if (/^alter (?:column )?\w+ set not null/.test(action)) return reasons.setNotNull;
  const validated = /^validate constraint (\w+)/.exec(action)?.[1];
  if (validated !== undefined) return added.includes(validated) ? reasons.validate : undefined;
  const takesAway = /^(?:rename |set schema |drop (?!constraint\b)|alter (?:column )?\w+ drop default)/;
  return takesAway.test(action) ? reasons.contract : undefined;
}

/** Tables that a statement locks against reads or writes until the end of its transaction, those that were there before. */
function lockedTables(sql: string, created: readonly string[]): readonly string[] {
  const own =
    /^(?:alter table (?:if exists )?(?:only )?|create (?:or replace )?(?:constraint )?trigger .*? on |drop trigger .*? on |create (?:unique )?index .*?on (?:only )?|truncate (?:table )?|drop table (?:if exists )?)([a-z]+\.\w+)/.exec(
      sql,
    )?.[1];
  // A foreign key locks what it refers to against writes.
  const isDefinition = /^(?:create (?:unlogged )?table|alter table)\b/.test(sql);
  const referred = isDefinition
    ? Array.from(sql.matchAll(/\breferences ([a-z]+\.\w+)/g), ([, table = '']) => table)
    : [];
  const tables = [
    ...(own === undefined ? [] : [own]),
    ...referred.filter((table) => !smallTables.includes(table)),
  ];
  return tables.filter((table) => !created.includes(table));
}

/** What is wrong with a statement of a file without a transaction. */
function problemOfRepeated(sql: string): string | undefined {
  const index = /^create (?:unique )?index (concurrently )?(?:if not exists )?(\w+ )?on /.exec(sql);
  if (index) return index[1] && index[2] ? undefined : reasons.concurrently;
  const isRepeatable =
    /^(?:drop index concurrently if exists|alter table [\w.]+ validate constraint \w+$)/.test(sql);
  return isRepeatable ? undefined : reasons.alone;
}

/** What is wrong with a statement of a file in a transaction. */
function problemOf(
  sql: string,
  created: readonly string[],
  added: readonly string[],
): readonly (string | undefined)[] {
  const isLarge = (table: string) => !created.includes(table) && !smallTables.includes(table);
  const [, concurrently, only, ofIndex = ''] =
    /^create (?:unique )?index (concurrently )?(?:if not exists )?(?:\w+ )?on (only )?([\w.]+)/.exec(sql) ??
    [];
  if (concurrently !== undefined) return [reasons.concurrently];
  if (ofIndex !== '') return [isLarge(ofIndex) && only === undefined ? reasons.index : undefined];
  const [, altered = '', actions = ''] =
    /^alter table (?:if exists )?(?:only )?([\w.]+) (.+)$/.exec(sql) ?? [];
  if (altered !== '')
    return created.includes(altered)
      ? []
      : splitActions(actions).map((action) => problemOfAction(action, added));
  const changed = /^(?:with .+? )?(?:update|delete from) (?:only )?([a-z]+\.\w+)/.exec(sql)?.[1];
  if (changed !== undefined) return [isLarge(changed) ? reasons.rows : undefined];
  const isTaken =
    /^(?:drop (?:table|view|materialized view|type|schema|sequence|function|procedure)|alter (?:type|view|function|procedure|sequence|schema) .*\brename)\b/;
  if (isTaken.test(sql)) return [reasons.contract];
  if (/^(?:lock|truncate|cluster|reindex|vacuum|refresh materialized view)\b/.test(sql))
    return [reasons.lock];
  return [/^do\b/.test(sql) ? reasons.opaque : undefined];
}

/**
 * Statements of a migration that would lock or rewrite a large table, or that the version before does not survive while it runs beside the
 * new one; each with the reason. A comment `-- safe: <reason>` before a statement says why it may stay. Tables that the file makes
 * are empty.
 */
export function findUnsafeStatements(text: string): readonly string[] {
  const statements = splitStatements(text).map(({ sql, comments }: SqlStatement) => ({
    sql: sql.replace(/\s+/g, ' ').toLowerCase(),
    isSafe: comments.some((comment) => /^safe: \S/.test(comment)),
  }));
  const allOf = (pattern: RegExp) =>
    statements.flatMap(({ sql }) => Array.from(sql.matchAll(pattern), ([, name = '']) => name));
  const created = allOf(/^create (?:unlogged )?table (?:if not exists )?([\w.]+)/g);
  const added = allOf(/\badd constraint (\w+)/g);
  const isRepeated = text.startsWith(withoutTransaction);
  const examined = statements.filter(({ isSafe }) => !isSafe);
  const locked = new Set(examined.flatMap(({ sql }) => lockedTables(sql, created)));
  const together =
    !isRepeated && locked.size > 1 ? [`${[...locked].toSorted().join(', ')}: ${reasons.together}`] : [];
  return examined
    .flatMap(({ sql }) =>
      (isRepeated ? [problemOfRepeated(sql)] : problemOf(sql, created, added))
        .filter((problem) => problem !== undefined)
        .map((problem) => `${sql.slice(0, 80)}: ${problem}`),
    )
    .concat(together);
}
