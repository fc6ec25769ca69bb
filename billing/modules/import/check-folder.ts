import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { rulesForImport } from '#billing/modules/rules/public.ts';
import { daysInTime } from '#domain/readings/submission-window.ts';
import { type BillingPeriod, firstDay, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { bool, date, json, nullable, queryClient, text } from '#platform/database/typed-sql.ts';
import { bookChecks } from './books/book-checks.ts';
import { meterChecks, readingChecks, readingWarnings } from './checks-of-metering.ts';
import { storedChecks } from './checks-of-stored.ts';
import { type CrossCheck, repeatedKey, runCheck, unknownReference } from './cross-check.ts';
import { contractChecks } from './entities/contract-checks.ts';
import { energyChecks } from './entities/energy-checks.ts';
import { entityStoredChecks } from './entities/stored-checks.ts';
import { allFormats } from './formats/all-formats.ts';
import type { ImportProgress } from './formats/file-format.ts';
import { ProblemCollector } from './problem.ts';
import { createStages, stageFile } from './stage-file.ts';

/** Customers, their accounts, the places these supply, and who signs in to them. */
const customerChecks: readonly CrossCheck[] = [
  repeatedKey('customers.csv', 'stage_customer', ['customer_code'], 'customer_code'),
  repeatedKey('accounts.csv', 'stage_account', ['account_number'], 'account_number'),
  unknownReference('accounts.csv', 'stage_account', 'stage_customer', ['customer_code'], 'customer_code'),
  unknownReference('accounts.csv', 'stage_account', 'stage_tariff', ['tariff_code'], 'tariff_code'),
  {
    file: 'accounts.csv',
    sql: `select account.line, 'account_number' as column_name, 'account.digits' as code, account_number as value
      from stage_account account
      join stage_customer customer using (customer_code)
      cross join stage_supplier supplier
      where customer.customer_type = 'person' and length(account_number) <> supplier.account_digits`,
  },
  {
    file: 'accounts.csv',
    sql: `select line, 'account_number' as column_name, 'account.noPremises' as code, account_number as value
      from stage_account account
      where not exists (select from stage_premises p where p.account_number = account.account_number)`,
  },
  repeatedKey('premises.csv', 'stage_premises', ['account_number'], 'account_number'),
  unknownReference('premises.csv', 'stage_premises', 'stage_account', ['account_number'], 'account_number'),
  repeatedKey('responsibles.csv', 'stage_responsible', ['account_number', 'name'], 'name'),
  unknownReference(
    'responsibles.csv',
    'stage_responsible',
    'stage_account',
    ['account_number'],
    'account_number',
  ),
  repeatedKey('sign-ins.csv', 'stage_sign_in', ['phone', 'customer_type'], 'phone'),
  {
    file: 'sign-ins.csv',
    sql: `select line, 'accounts' as column_name, 'reference.unknown' as code, named as value
      from stage_sign_in sign_in cross join unnest(sign_in.accounts) as named
      where not exists (select from stage_account a where a.account_number = named)`,
  },
  {
    file: 'sign-ins.csv',
    sql: `select sign_in.line, 'accounts' as column_name, 'signIn.notOfEntity' as code, named as value
      from stage_sign_in sign_in cross join unnest(sign_in.accounts) as named
      join stage_account account on account.account_number = named
      join stage_customer customer using (customer_code)
      where sign_in.customer_type = 'entity' and customer.customer_type <> 'entity'`,
  },
  {
    file: 'sign-ins.csv',
    sql: `select line, 'accounts' as column_name, 'signIn.accountTaken' as code, named as value
      from (select sign_in.line, named, row_number() over (partition by named order by sign_in.line) as place
        from stage_sign_in sign_in cross join unnest(sign_in.accounts) as named
        where sign_in.customer_type = 'entity') as held
      where place > 1`,
  },
];

/** Payments, violation acts, benefits. What was paid before the history begins is in the opening balance already. */
const moneyChecks: readonly CrossCheck[] = [
  repeatedKey('payments.csv', 'stage_payment', ['reference', 'part_number'], 'reference'),
  unknownReference('payments.csv', 'stage_payment', 'stage_account', ['account_number'], 'account_number'),
  {
    file: 'payments.csv',
    sql: `select payment.line, 'act_number' as column_name, 'reference.unknown' as code, act_number as value
      from stage_payment payment
      where purpose = 'violationAct' and act_number <> '' and not exists (select from stage_violation_act act
        where act.account_number = payment.account_number and act.act_number = payment.act_number)`,
  },
  {
    file: 'payments.csv',
    sql: `select payment.line, checked.column_name, checked.code, checked.value
      from stage_setting setting
      join stage_payment payment on paid_on > today or landed_on > today or paid_on < history_start
      cross join lateral (values
        ('paid_on', 'dates.future', paid_on::text, paid_on > setting.today),
        ('landed_on', 'dates.future', landed_on::text, landed_on > setting.today),
        ('paid_on', 'payment.beforeHistory', paid_on::text, paid_on < setting.history_start and not setting.has_books)
      ) as checked (column_name, code, value, is_wrong)
      where checked.is_wrong`,
  },
  repeatedKey('violation-acts.csv', 'stage_violation_act', ['account_number', 'act_number'], 'act_number'),
  unknownReference(
    'violation-acts.csv',
    'stage_violation_act',
    'stage_account',
    ['account_number'],
    'account_number',
  ),
  {
    file: 'violation-acts.csv',
    // The day of the hearing and that to pay by may still come.
    sql: `select line, checked.column_name, 'dates.future' as code, checked.day::text as value
      from stage_violation_act cross join stage_setting setting
      cross join lateral (values ('drawn_on', drawn_on), ('served_on', served_on), ('protocol_on', protocol_on),
        ('period_to', period_to), ('paid_on', paid_on)) as checked (column_name, day)
      where checked.day > setting.today`,
  },
  repeatedKey('benefits.csv', 'stage_benefit', ['account_number', 'period', 'kind'], 'period'),
  unknownReference('benefits.csv', 'stage_benefit', 'stage_account', ['account_number'], 'account_number'),
  {
    file: 'benefits.csv',
    // What was granted before the history begins is in the opening balance already.
    sql: `select line, 'period' as column_name,
        case when period < to_char(history_start, 'YYYY-MM') then 'benefit.beforeHistory' else 'dates.future' end as code,
        period as value
      from stage_benefit cross join stage_setting
      where (period < to_char(history_start, 'YYYY-MM') and not has_books) or period > to_char(today, 'YYYY-MM')`,
  },
];

/** One supplier; tariffs that are there, without holes, for as long as accounts are charged by them. */
const supplierChecks: readonly CrossCheck[] = [
  {
    file: 'supplier.csv',
    sql: `select null::integer as line, null as column_name, 'supplier.count' as code, count(*)::text as value
      from stage_supplier having count(*) <> 1`,
  },
  repeatedKey('tariffs.csv', 'stage_tariff', ['tariff_code'], 'tariff_code'),
  {
    file: 'tariffs.csv',
    sql: `select line, 'tariff_code' as column_name, 'tariff.noVersions' as code, tariff_code as value
      from stage_tariff tariff
      where not exists (select from stage_tariff_version v where v.tariff_code = tariff.tariff_code)`,
  },
  {
    file: 'tariffs.csv',
    sql: `select tariff.line, 'tariff_code' as column_name, 'tariff.historyUncovered' as code, tariff_code as value
      from stage_tariff tariff cross join stage_setting setting
      join (select tariff_code, min(valid_from) as first_day, max(coalesce(valid_to, 'infinity')) as last_day
        from stage_tariff_version group by tariff_code) as covered using (tariff_code)
      where (first_day > setting.history_start or last_day < setting.today) and not setting.has_books
        and exists (select from stage_account a where a.tariff_code = tariff.tariff_code)`,
  },
  unknownReference(
    'tariff-versions.csv',
    'stage_tariff_version',
    'stage_tariff',
    ['tariff_code'],
    'tariff_code',
  ),
  repeatedKey('tariff-versions.csv', 'stage_tariff_version', ['tariff_code', 'valid_from'], 'valid_from'),
  {
    file: 'tariff-versions.csv',
    sql: `select line, 'valid_to' as column_name,
        case when next_from > valid_to + 1 then 'tariffVersion.gap' else 'tariffVersion.overlap' end as code,
        valid_to::text as value
      from (select line, valid_from, valid_to,
          lead(valid_from) over (partition by tariff_code order by valid_from, line) as next_from
        from stage_tariff_version) as versions
      where valid_to is not null and next_from <> valid_to + 1 and next_from <> valid_from`,
  },
];

/** The supplier of this EDRPOU code is refused, whatever else the folder has. @param edrpou Digits of a constant, no input. */
const sampleCheck = (edrpou: string): CrossCheck => ({
  file: 'supplier.csv',
  sql: `select line, 'edrpou' as column_name, 'supplier.sample' as code, edrpou as value
    from stage_supplier where edrpou = '${edrpou}'`,
});

const FILE = 'feed-in.csv';
const STAGING_TABLE = 'stage_feed_in';

/** Months of feed-in: one for each account and month that is over, of an account that sells, by a meter of its own. */
const feedInChecks: readonly CrossCheck[] = [
  repeatedKey(FILE, STAGING_TABLE, ['account_number', 'period'], 'period'),
  repeatedKey(FILE, STAGING_TABLE, ['account_number', 'act_number'], 'act_number'),
  unknownReference(FILE, STAGING_TABLE, 'stage_account', ['account_number'], 'account_number'),
  {
    file: FILE,
    sql: `select month.line, 'serial_number' as column_name, 'reference.unknown' as code, month.serial_number as value
      from ${STAGING_TABLE} month join stage_account account using (account_number)
      where not exists (select from stage_meter meter
        where meter.account_number = month.account_number and meter.serial_number = month.serial_number)`,
  },
  {
    file: FILE,
    sql: `select month.line, 'account_number' as column_name, 'feedIn.notSelling' as code, account_number as value
      from ${STAGING_TABLE} month join stage_account account using (account_number) where not account.feed_in`,
  },
  {
    file: FILE,
    sql: `select month.line, checked.column_name, checked.code, checked.value
      from stage_setting setting
      join ${STAGING_TABLE} month on drawn_on > today or paid_on > today
      cross join lateral (values
        ('drawn_on', 'dates.future', drawn_on::text, drawn_on > setting.today),
        ('paid_on', 'dates.future', paid_on::text, paid_on > setting.today and drawn_on <= setting.today)
      ) as checked (column_name, code, value, is_wrong)
      where checked.is_wrong`,
  },
];

/** Between the rows and files of a folder. */
const crossChecks: readonly CrossCheck[] = [
  ...supplierChecks,
  ...customerChecks,
  ...meterChecks,
  // What changes do to stored rows is checked once the base files are loaded.
  repeatedKey(
    'changes.csv',
    'stage_change',
    ['account_number', 'change', "coalesce(nullif(serial_number, ''), eic_code, '')", 'effective_on'],
    'effective_on',
  ),
  ...readingChecks,
  ...moneyChecks,
  ...feedInChecks,
  ...contractChecks,
  ...energyChecks,
  ...bookChecks,
];

const fileOrder = new Map(allFormats.map(({ file }, place) => [file, place]));

export interface CheckedFolder {
  readonly problems: ProblemCollector;
  /** What is loaded all the same. */
  readonly warnings: ProblemCollector;
  /** CSV files that are no part of the format. */
  readonly ignoredFiles: readonly string[];
  /** Month of the first reading: where the history begins. */
  readonly firstPeriod: BillingPeriod;
  /** It brings the books of closed months into a database without accounts. */
  readonly hasBooks: boolean;
}

/** Stages every file. Answers which of them are there, and whether they can be compared with each other. */
async function stageAll(
  client: pg.PoolClient,
  folder: string,
  problems: ProblemCollector,
  onProgress: (progress: ImportProgress) => void,
): Promise<{ readonly there: ReadonlySet<string>; readonly comparable: boolean }> {
  const there = new Set<string>();
  let comparable = true;
  await createStages(client, allFormats);
  for (const format of allFormats) {
    const path = join(folder, format.file);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) {
      if (format.optional) continue;
      problems.add({ file: format.file, line: null, column: null, code: 'file.missing', value: '' });
      comparable = false;
      continue;
    }
    there.add(format.file);
    let done = 0;
    const staged = await stageFile({
      client,
      format,
      path,
      problems,
      onBytes(bytes) {
        done += bytes;
        onProgress({ step: 'reading', file: format.file, done, total: found.size });
      },
    });
    comparable &&= staged.isReadable;
    await client.query(`analyze ${format.stage}`);
  }
  return { there, comparable };
}

/** Whether anything was loaded before: everything else that is stored belongs to one of these. */
async function isAnythingStored(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await queryClient(
    client,
    { stored: bool() },
    `select exists (select from billing.supplier) or exists (select from billing.tariff)
      or exists (select from billing.customer) as stored`,
  );
  return rows[0]?.stored === true;
}

/** What the checks and the loading compare with: today, where the history begins, the first period still open. */
async function settle(
  client: pg.PoolClient,
  now: Instant,
): Promise<{ readonly firstPeriod: BillingPeriod; readonly hasBooks: boolean }> {
  const today = kyivDateOf(now);
  const month = periodOf(today);
  const { rows } = await queryClient(
    client,
    { first: nullable(date<LocalDate>()) },
    'select min(effective_date) as first from stage_reading',
  );
  const staged = await queryClient(
    client,
    { rules: nullable(json<unknown>()) },
    'select (select rules from stage_supplier limit 1) as rules',
  );
  const { window, rollOverFromPercent } = (await rulesForImport(client, staged.rows[0]?.rules, now)).readings;
  const first = rows[0]?.first ?? null;
  const firstRead = first === null || periodOf(first) > month ? month : periodOf(first);
  // Books come into an empty database alone; later the same folder is compared with what is stored.
  const books = await queryClient(
    client,
    { first: nullable(text<BillingPeriod>()), open: nullable(text<BillingPeriod>()) },
    `select min(period) as first, coalesce(min(period) filter (where closed_at is null),
        to_char((max(period) || '-01')::date + interval '1 month', 'YYYY-MM')) as open
      from stage_period where not exists (select from billing.account)`,
  );
  const firstOfBooks = books.rows[0]?.first ?? null;
  const hasBooks = firstOfBooks !== null;
  const firstPeriod = firstOfBooks ?? firstRead;
  await client.query(`create temporary table stage_setting (today date, next_month date, history_start date,
    first_open_period text, now timestamptz, roll_over_from_percent integer, person_days_in_time integer,
    entity_days_in_time integer, has_books boolean) on commit drop`);
  await client.query(
    `insert into stage_setting select $1, $2, $3, greatest($4, (
        select to_char((max(period) || '-01')::date + interval '1 month', 'YYYY-MM')
        from billing.period where state <> 'open')), $5, $6, $7, $8, $9`,
    [
      today,
      firstDayAfter(month),
      firstDay(firstPeriod),
      books.rows[0]?.open ?? firstPeriod,
      instantToIso(now),
      rollOverFromPercent,
      daysInTime(window.person),
      daysInTime(window.entity),
      hasBooks,
    ],
  );
  return { firstPeriod, hasBooks };
}

/**
 * Reads the whole folder into staging tables of the transaction that `client` is in, and checks it: files, headers, every
 * value, rules between values, rows and files. Files are compared with each other only when all of them can be read.
 */
export async function checkFolder(
  client: pg.PoolClient,
  folder: string,
  now: Instant,
  onProgress: (progress: ImportProgress) => void,
  refusedSupplier?: string,
): Promise<CheckedFolder> {
  const problems = new ProblemCollector();
  const warnings = new ProblemCollector();
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.csv'));
  const { there, comparable } = await stageAll(client, folder, problems, onProgress);
  const { firstPeriod, hasBooks } = await settle(client, now);
  if (refusedSupplier !== undefined) await runCheck(client, sampleCheck(refusedSupplier), problems);
  if (comparable) {
    const all = (await isAnythingStored(client))
      ? [...crossChecks, ...storedChecks, ...entityStoredChecks]
      : crossChecks;
    // A file that is not there has no rows with problems.
    const checks = [
      ...all.map((check) => ({ check, found: problems })),
      ...readingWarnings.map((check) => ({ check, found: warnings })),
    ].filter(({ check }) => there.has(check.file));
    for (const [done, { check, found }] of checks.entries()) {
      onProgress({ step: 'checking', file: check.file, done, total: checks.length });
      await runCheck(client, check, found);
    }
  }
  problems.list.sort(
    (a, b) => (fileOrder.get(a.file) ?? 0) - (fileOrder.get(b.file) ?? 0) || (a.line ?? 0) - (b.line ?? 0),
  );
  return {
    problems,
    warnings,
    ignoredFiles: names.filter((name) => !fileOrder.has(name)).sort(),
    firstPeriod,
    hasBooks,
  };
}
