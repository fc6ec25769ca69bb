import { unpaidActStates } from '#domain/violation-acts/act-states.ts';
import type { CrossCheck } from './cross-check.ts';
import { readingId } from './load-steps.ts';

/** A column of a file against what is stored. */
interface Compared {
  readonly column: string;
  /** SQL of the stored value. */
  readonly stored: string;
  /** SQL of the value in the file when it is not the column itself. */
  readonly given?: string;
  /** SQL that holds when a difference is right: it is a change, was one, or is in changes.csv. */
  readonly known?: string;
  /** There is a way to change it: changes.csv. */
  readonly isDated?: true;
}

/** `here` is the row of the file; `from` joins it with what is stored of it. Rows that are new are compared with nothing. */
export function storedCheck(file: string, from: string, columns: readonly Compared[]): CrossCheck {
  const given = columns.map(({ column, given: expression }) => expression ?? `here.${column}`);
  const stored = columns.map((one) => one.stored);
  const values = columns.map(
    ({ column, known, isDated }, index) => `('${column}', '${isDated ? 'row.changed' : 'row.differs'}',
      (${given[index]})::text, (${given[index]}) is distinct from (${stored[index]}) ${known ? `and not coalesce(${known}, false)` : ''})`,
  );
  return {
    file,
    sql: `select here.line, compared.column_name, compared.code, compared.value
      from ${from}
      cross join lateral (values ${values.join(', ')}) as compared (column_name, code, value, is_wrong)
      where row(${given.join(', ')}) is distinct from row(${stored.join(', ')}) and compared.is_wrong`,
  };
}

export const same = (...columns: readonly string[]): Compared[] =>
  columns.map((column) => ({ column, stored: `stored.${column}` }));

/** A column of the supplier may say what it likes once the staff have given it another value: the import brings only the beginning. */
const changedByStaff = (column: string, inFile = column): Compared => ({
  column: inFile,
  stored: `stored.${column}`,
  known: `exists (select from billing.supplier_change c where c.state in ('applied', 'confirmed') and c."values" ? '${column}')`,
});

/** A value that the customer had once, has now, or gets in this folder. */
const contact = (column: string, field: string): Compared => ({
  column,
  stored: `stored.${column}`,
  isDated: true,
  known: `exists (select from billing.master_data_change d where d.kind = 'contact' and d.subject = here.customer_code
      and coalesce(here.${column}, '') in (d.before ->> '${field}', d.after ->> '${field}'))
    or exists (select from stage_change listed join billing.account a using (account_number)
      where a.customer_id = stored.customer_id and listed.change = 'contact' and listed.${column} = here.${column})`,
});

const listedChange = (kind: string, column: string) => `exists (select from stage_change listed
  where listed.account_number = here.account_number and listed.change = '${kind}' and listed.${column} = here.${column})`;

const pointValue = (column: string, stored: string, kind: string): Compared => ({
  column,
  stored: `stored.${stored}`,
  isDated: true,
  known: `exists (select from billing.metering_point_version v where v.account_number = here.account_number
      and v.eic_code = here.eic_code and v.${stored} = here.${column})
    or exists (select from stage_change listed where listed.account_number = here.account_number
      and listed.eic_code = here.eic_code and listed.change = '${kind}' and listed.${column} = here.${column})`,
});

/** A change of holder has opened the account: what the former one does not tell began here. */
const isOpenedHere = `exists (select from billing.master_data_change d where d.account_number = here.account_number
  and d.kind = 'holder' and d.after ? 'formerAccount')`;

const removalOf = (serial: string, extra = '') => `exists (select from billing.master_data_change d
  where d.account_number = here.account_number and d.subject = ${serial}
    and d.kind in ('meterRemoved', 'meterReplaced', 'zones') ${extra})`;

const isAsked = (state: string) =>
  `${state} in (${[...unpaidActStates, 'paid'].map((one) => `'${one}'`).join(', ')})`;

/** What the file said of an act before staff changed it: said again, it undoes nothing (decision 0148). */
const saidBefore = (column: string, given: string) =>
  `(stored.file_said is not null and stored.file_said ->> '${column}' is not distinct from (${given})::text)`;

/** Of a serial number that was programmed for other zones: the meter of the zones in the file, else the newest. */
const storedMeter = (serial: string, scheme: string) => `lateral (
  select m.*, min(m.installed_on) over () as first_installed_on from billing.meter m
  where m.account_number = here.account_number and m.serial_number = ${serial}
  order by (m.zone_scheme = ${scheme}) desc, m.installed_on desc limit 1) stored`;

/**
 * What is stored is never changed by a base file in silence: a row that differs is a change with its day (a meter that was
 * removed or verified, a contract that ended), says what a recorded change says or said before, or is refused here. So a
 * folder of before a change can be loaded again, and nothing of it comes back.
 */
export const storedChecks: readonly CrossCheck[] = [
  storedCheck('supplier.csv', 'stage_supplier here cross join billing.supplier stored', [
    ...[
      'name',
      'short_name',
      'edrpou',
      'iban',
      'bank_name',
      'address',
      'phones',
      'mobile_phones',
      'email',
      'readings_email',
      'main_url',
      'emergency_phones',
      'complaint_contacts',
      'fuel_mix',
      'fuel_mix_year',
    ].map((column) => changedByStaff(column)),
    ...same('images'),
    changedByStaff('co2_grams_per_kwh', 'co2_g_per_kwh'),
    {
      column: 'rules',
      given: `here.rules || jsonb_build_object('accountDigits', here.account_digits)`,
      stored: 'stored.rules',
    },
  ]),
  storedCheck(
    'tariffs.csv',
    'stage_tariff here join billing.tariff stored using (tariff_code)',
    same('title', 'offer'),
  ),
  storedCheck(
    'tariff-versions.csv',
    'stage_tariff_version here join billing.tariff_version stored using (tariff_code, valid_from)',
    [
      ...same('act'),
      { column: 'rule', given: 'here.definition', stored: 'stored.definition' },
      {
        column: 'valid_to',
        stored: 'stored.valid_to',
        known: `stored.valid_to is null and exists (select from stage_tariff_version next
          where next.tariff_code = here.tariff_code and next.valid_from = here.valid_to + 1)`,
      },
    ],
  ),
  {
    file: 'tariff-versions.csv',
    sql: `select here.line, 'valid_from' as column_name, 'tariffVersion.closedMonth' as code, here.valid_from::text as value
      from stage_tariff_version here cross join stage_setting setting
      where here.valid_from < (setting.first_open_period || '-01')::date
        and not exists (select from billing.tariff_version stored
          where stored.tariff_code = here.tariff_code and stored.valid_from = here.valid_from)
        and exists (select from billing.tariff stored where stored.tariff_code = here.tariff_code)
        and exists (select from billing.bill)`,
  },
  storedCheck('customers.csv', 'stage_customer here join billing.customer stored using (customer_code)', [
    ...same('customer_type', 'tax_code'),
    contact('surname', 'surname'),
    contact('name', 'name'),
    contact('middle_name', 'middleName'),
    contact('company_name', 'companyName'),
    contact('phone', 'phone'),
    contact('email', 'email'),
  ]),
  storedCheck('accounts.csv', 'stage_account here join billing.account stored using (account_number)', [
    // A code that was changed here since the file was made stays.
    {
      column: 'object_code',
      stored: 'stored.object_code',
      known: `stored.object_code_changed_at is not null or ${isOpenedHere}`,
    },
    ...same('contract_number', 'contract_date', 'consumer_eic', 'billing_condition', 'input_blocked'),
    ...same('feed_in', 'opened_on'),
    { column: 'opening_balance', stored: 'stored.opening_kopiykas' },
    {
      column: 'customer_code',
      stored: `(select c.customer_code from billing.customer c where c.customer_id = stored.customer_id)`,
      isDated: true,
      known: `exists (select from billing.account_holder h join billing.customer c using (customer_id)
          where h.account_number = here.account_number and c.customer_code = here.customer_code)`,
    },
    {
      column: 'contract_ended_on',
      stored: 'stored.contract_ended_on',
      isDated: true,
      known: `stored.contract_ended_on is null or exists (select from billing.master_data_change d
        where d.account_number = here.account_number and d.kind = 'contractEnded'
          and (here.contract_ended_on is null or d.effective_on = here.contract_ended_on))`,
    },
    {
      column: 'tariff_code',
      stored: 'stored.tariff_code',
      isDated: true,
      known: `exists (select from billing.account_tariff v where v.account_number = here.account_number
          and v.tariff_code = here.tariff_code)
        or ${listedChange('tariff', 'tariff_code')}`,
    },
  ]),
  storedCheck('premises.csv', 'stage_premises here join billing.premises stored using (account_number)', [
    ...same('postcode', 'region', 'settlement', 'street', 'building', 'apartment', 'heating'),
    { column: 'resident_count', stored: 'stored.resident_count', known: isOpenedHere },
  ]),
  storedCheck(
    'metering-points.csv',
    'stage_metering_point here join billing.metering_point stored using (account_number, eic_code)',
    [
      pointValue('point_state', 'point_state', 'pointState'),
      pointValue('contracted_power_kw', 'contracted_power_watts', 'power'),
    ],
  ),
  {
    file: 'metering-points.csv',
    sql: `select here.line, 'account_number' as column_name, 'row.differs' as code, here.account_number as value
      from stage_metering_point here join billing.metering_point stored using (eic_code)
      join billing.account former on former.account_number = stored.account_number
      join stage_account own on own.account_number = here.account_number
      left join stage_account listed on listed.account_number = stored.account_number
      where stored.account_number <> here.account_number and stored.ended_on is null
        and coalesce(former.contract_ended_on, listed.contract_ended_on, 'infinity') >= own.opened_on
        and not exists (select from billing.metering_point known
          where known.account_number = here.account_number and known.eic_code = here.eic_code)`,
  },
  storedCheck(
    'meters.csv',
    `stage_meter here cross join ${storedMeter('here.serial_number', 'here.zone_scheme')}`,
    [
      ...same('eic_code', 'meter_type', 'digit_capacity', 'coefficient'),
      {
        column: 'zone_scheme',
        stored: 'stored.zone_scheme',
        isDated: true,
        known: `exists (select from stage_change listed where listed.account_number = here.account_number
          and listed.serial_number = here.serial_number and listed.change = 'zones' and listed.zone_scheme = here.zone_scheme)`,
      },
      {
        column: 'installed_on',
        stored: 'stored.installed_on',
        known: 'here.installed_on = stored.first_installed_on',
      },
      {
        column: 'meter_state',
        stored: 'stored.meter_state',
        known: `'removed' in (here.meter_state, stored.meter_state)`,
      },
      {
        column: 'removed_on',
        stored: 'stored.removed_on',
        known: `stored.removed_on is null or (here.removed_on is null and ${removalOf('here.serial_number')})`,
      },
      {
        column: 'verified_on',
        stored: 'stored.verified_on',
        known: `here.verified_on is null or (stored.removed_on is null and stored.verified_on is null)
          or (stored.removed_on is null and here.verified_on > stored.verified_on)
          or exists (select from billing.master_data_change d where d.account_number = here.account_number
            and d.kind in ('meterVerified', 'meterReplaced', 'zones')
            and here.serial_number in (d.subject, d.after ->> 'newSerialNumber'))`,
      },
    ],
  ),
  storedCheck(
    'registers.csv',
    `stage_register here join stage_meter meter using (account_number, serial_number)
      cross join ${storedMeter('here.serial_number', 'meter.zone_scheme').replace(' stored', ' fitted')}
      join billing.register stored on stored.account_number = here.account_number and stored.meter_id = fitted.meter_id
        and stored.zone = here.zone`,
    [
      ...same('installed_value'),
      {
        column: 'removed_value',
        stored: 'stored.removed_value',
        known: `fitted.removed_on is null or (here.removed_value is null and ${removalOf('here.serial_number')})
          or ${removalOf('here.serial_number', `and (d.after -> 'finalValues' ->> here.zone)::bigint = here.removed_value`)}`,
      },
    ],
  ),
  storedCheck(
    'readings.csv',
    `stage_reading here join billing.reading stored on stored.account_number = here.account_number
      and stored.zone = here.zone and stored.effective_date = here.effective_date and stored.reading_id = ${readingId('here')}`,
    same('value', 'source'),
  ),
  storedCheck(
    'payments.csv',
    'stage_payment here join billing.payment stored on stored.order_id = here.reference and stored.part_number = here.part_number',
    [
      ...same('account_number', 'purpose', 'provider'),
      { column: 'amount', stored: 'stored.amount_kopiykas' },
      { column: 'act_number', stored: `coalesce(stored.act_number, '')` },
      { column: 'paid_on', stored: `(stored.started_at at time zone 'Europe/Kyiv')::date` },
      {
        column: 'landed_on',
        stored: 'stored.landed_on',
        known: `here.landed_on is null or (stored.landed_on is null and stored.state = 'confirmed')`,
      },
    ],
  ),
  storedCheck(
    'violation-acts.csv',
    'stage_violation_act here join billing.violation_act stored using (account_number, act_number)',
    [
      ...[
        'drawn_on',
        'due_on',
        'clause',
        'served_on',
        'hearing_on',
        'protocol_on',
        'period_from',
        'period_to',
        'days',
      ].map((column) => ({
        column,
        stored: `stored.${column}`,
        known: saidBefore(column, `here.${column}`),
      })),
      {
        column: 'amount',
        stored: 'stored.amount_kopiykas',
        known: saidBefore('amount_kopiykas', 'here.amount'),
      },
      {
        column: 'energy_kwh',
        stored: 'stored.energy_wh / 1000',
        known: saidBefore('energy_wh', 'here.energy_kwh * 1000::bigint'),
      },
      {
        column: 'protocol_number',
        stored: `coalesce(stored.protocol_number, '')`,
        known: saidBefore('protocol_number', `nullif(here.protocol_number, '')`),
      },
      { column: 'vat', stored: 'stored.vat_kopiykas', known: saidBefore('vat_kopiykas', 'here.vat') },
      // Payments decide how far an act that is asked for is paid, not the file.
      {
        column: 'state',
        stored: 'stored.state',
        known: `(${isAsked('stored.state')} and ${isAsked('here.state')}) or ${saidBefore('state', 'here.state')}
          or (stored.file_said is not null and ${isAsked(`stored.file_said ->> 'state'`)} and ${isAsked('here.state')})`,
      },
      {
        column: 'paid_on',
        stored: 'stored.paid_on',
        known: `${isAsked('stored.state')} or ${isAsked(`(stored.file_said ->> 'state')`)}
          or ${saidBefore('paid_on', 'here.paid_on')}`,
      },
    ],
  ),
  storedCheck(
    'benefits.csv',
    'stage_benefit here join billing.benefit stored using (account_number, period, kind)',
    [
      // Staff name it as they were told.
      { column: 'title', stored: 'stored.title', known: `stored.source = 'staff'` },
      { column: 'amount', stored: 'stored.amount_kopiykas' },
    ],
  ),
  storedCheck(
    'feed-in.csv',
    'stage_feed_in here join billing.feed_in_month stored using (account_number, period)',
    [
      ...same('act_number', 'drawn_on', 'opening_value', 'closing_value', 'iban'),
      {
        column: 'serial_number',
        stored: `(select m.serial_number from billing.meter m
        where m.account_number = stored.account_number and m.meter_id = stored.meter_id)`,
      },
      { column: 'generated_kwh', stored: 'stored.generated_wh / 1000' },
      { column: 'exported_kwh', stored: 'stored.exported_wh / 1000' },
      { column: 'consumed_kwh', stored: 'stored.consumed_wh / 1000' },
      { column: 'price', stored: 'stored.price_micro' },
      { column: 'amount', stored: 'stored.amount_kopiykas' },
      { column: 'income_tax_percent', stored: 'stored.income_tax_permille' },
      { column: 'military_levy_percent', stored: 'stored.military_levy_permille' },
      { column: 'income_tax', stored: 'stored.income_tax_kopiykas' },
      { column: 'military_levy', stored: 'stored.military_levy_kopiykas' },
      { column: 'paid', stored: 'stored.paid_kopiykas' },
      {
        column: 'paid_on',
        stored: 'stored.paid_on',
        known: 'here.paid_on is null or stored.paid_on is null',
      },
    ],
  ),
];
