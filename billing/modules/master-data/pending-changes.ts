/**
 * Changes on their way in, as the import stages them from changes.csv and the function module from its input. '' and null: not
 * said. Registers are JSON of zone to whole kWh.
 */
export const changeColumns = {
  account_number: 'text',
  change: 'text',
  effective_on: 'date',
  eic_code: 'text',
  serial_number: 'text',
  final_values: 'jsonb',
  new_serial_number: 'text',
  meter_type: 'text',
  zone_scheme: 'text',
  digit_capacity: 'integer',
  coefficient: 'integer',
  verified_on: 'date',
  initial_values: 'jsonb',
  customer_code: 'text',
  new_account: 'text',
  contract_number: 'text',
  contract_date: 'date',
  consumer_eic: 'text',
  /** Of each meter by its serial number. */
  closing_values: 'jsonb',
  tariff_code: 'text',
  /** Watts. */
  contracted_power_kw: 'integer',
  point_state: 'text',
  surname: 'text',
  name: 'text',
  middle_name: 'text',
  company_name: 'text',
  phone: 'text',
  email: 'text',
  document: 'text',
} as const;

export type ChangeColumn = keyof typeof changeColumns;

/** SQL: keys of closing values that are no registers. */
export const channelNames = `array['export', 'reactiveImport', 'reactiveExport']`;

const names = Object.keys(changeColumns) as ChangeColumn[];

/** Columns of a change in their order, for `insert into change_queue (…)`. */
export const changeColumnList = names.join(', ');

/** Texts that are not said as null. */
export function changeColumnsOf(source: string): string {
  return names
    .map((name) => (changeColumns[name] === 'text' ? `nullif(${source}.${name}, '')` : `${source}.${name}`))
    .join(', ');
}

const columnTypes = names.map((name) => `${name} ${changeColumns[name]}`).join(', ');

/**
 * Tables of the transaction. The changes of an account wait in the queue and are taken one wave at a time, in the order of
 * their days: what a change looks at is what the one before has made.
 */
export const createTables = [
  `create temporary table change_queue (file text not null, line integer not null, step smallint not null default 0,
    ${columnTypes}) on commit drop`,
  `create temporary table pending_change (
    file text, line integer, step smallint, ${columnTypes}, change_id uuid, subject text, customer_id uuid, meter_id uuid, new_meter_id uuid,
    point text,
    is_removed boolean, is_installed boolean, is_opened boolean, is_done boolean, object_code text, from_day date, before jsonb, after jsonb
  ) on commit drop`,
];

/**
 * A change of holder is the end of the contract on the day before, the removal of each meter from the account with its closing
 * value, and the opening of the account of the new holder, in this order (decision 0155).
 */
export const expandHolders = [
  `insert into change_queue (file, line, step, account_number, change, effective_on, document)
    select file, line, 1, account_number, 'contractEnded', effective_on - 1, document
    from change_queue where change = 'holder' and new_account is not null`,
  `insert into change_queue (file, line, step, account_number, change, effective_on, serial_number, final_values, document)
    select file, line, 1, account_number, 'meterRemoved', effective_on, closing.key, closing.value, document
    from change_queue cross join lateral jsonb_each(closing_values) closing
    where change = 'holder' and new_account is not null`,
  `update change_queue set step = 2 where change = 'holder'`,
];

/** Kinds that end the registers of a meter. */
const removing = `('meterRemoved', 'meterReplaced', 'zones')`;
/** Kinds that begin registers. */
const installing = `('meterInstalled', 'meterReplaced', 'zones')`;

/** The dated value of the account or point that is in force on the day of the change. */
function onDay(table: string, column: string, extra = ''): string {
  return `(select v.${column} from billing.${table} v where v.account_number = q.account_number ${extra}
    and v.valid_from <= q.effective_on and v.${column} is not null order by v.valid_from desc limit 1)`;
}

const registersOf = (column: string, meter: string) => `(select jsonb_object_agg(r.zone, r.${column})
  from billing.register r where r.account_number = q.account_number and r.meter_id = ${meter}.meter_id)`;

/** Where the channels of the old meter ended, as far as it is known. */
const channelsOf = `coalesce((select jsonb_object_agg(c.channel, c.removed_value) filter (where c.removed_value is not null)
  from billing.meter_channel c where c.account_number = q.account_number and c.meter_id = m.meter_id), '{}')`;

/**
 * Takes the wave `$1` out of the queue with what stands before each change and what it makes of it. A change is done when
 * the stored facts say so already, unless a base file has just brought them; one of a file also when it was recorded before,
 * whatever followed. What a replacement leaves out is that of the new meter when it stands already, else of the old one.
 * `$2`: the source.
 */
export const takeWave = `
with wave as (
  select * from (select *, row_number() over (partition by account_number order by effective_on, file desc, line, step) as place
    from change_queue) numbered
  where place = $1::integer
), resolved as (
  select q.*, c.customer_id as holder_id, c.customer_code as holder_code, a.contract_ended_on,
    m.meter_id as old_meter_id, m.eic_code as meter_point, m.zone_scheme as old_scheme, m.verified_on as old_verified_on,
    made.meter_type as made_type, made.zone_scheme as made_scheme, made.digit_capacity as made_digits,
    made.coefficient as made_coefficient,
    q.change = 'holder' and exists (select from billing.master_data_change d where d.account_number = q.account_number
      and d.kind = 'holder' and d.effective_on = q.effective_on and d.after ->> 'newAccount' = q.new_account) as is_opened,
    m.removed_on = q.effective_on and ${registersOf('removed_value', 'm')} = q.final_values - ${channelNames}
      and ${registersOf('removed_value', 'm')} || ${channelsOf} @> q.final_values as removed_already,
    n.meter_id as new_meter_id,
    n.eic_code = coalesce(m.eic_code, q.eic_code) and n.meter_type = made.meter_type and n.digit_capacity = made.digit_capacity
      and n.coefficient = made.coefficient and ${registersOf('installed_value', 'n')} = q.initial_values as installed_already,
    coalesce(${onDay('account_tariff', 'tariff_code')}, a.tariff_code) as old_tariff,
    coalesce(${onDay('metering_point_version', 'contracted_power_watts', 'and v.eic_code = q.eic_code')},
      p.contracted_power_watts) as old_power,
    coalesce(${onDay('metering_point_version', 'point_state', 'and v.eic_code = q.eic_code')}, p.point_state) as old_state,
    jsonb_strip_nulls(jsonb_build_object('surname', q.surname, 'name', q.name, 'middleName', q.middle_name,
      'companyName', q.company_name, 'phone', q.phone, 'email', q.email)) as new_contact,
    jsonb_strip_nulls(jsonb_build_object('surname', case when q.surname is not null then c.surname end,
      'name', case when q.name is not null then c.name end,
      'middleName', case when q.middle_name is not null then c.middle_name end,
      'companyName', case when q.company_name is not null then c.company_name end,
      'phone', case when q.phone is not null then coalesce(c.phone, '') end,
      'email', case when q.email is not null then coalesce(c.email, '') end)) as old_contact
  from wave q
  left join billing.account a using (account_number)
  left join billing.customer c on c.customer_id = coalesce(${onDay('account_holder', 'customer_id')}, a.customer_id)
  left join billing.metering_point p on p.account_number = q.account_number and p.eic_code = q.eic_code
  left join lateral (
    select * from billing.meter o where o.account_number = q.account_number and o.serial_number = q.serial_number
      and (q.change in ${removing} or q.change = 'meterVerified')
    order by coalesce(o.removed_on = q.effective_on, false) desc, o.removed_on is null desc, o.installed_on desc limit 1) m on true
  left join lateral (
    select * from billing.meter o where o.account_number = q.account_number and q.change in ${installing}
      and o.serial_number = case q.change when 'meterReplaced' then q.new_serial_number else q.serial_number end
      and o.installed_on = q.effective_on and o.zone_scheme = coalesce(q.zone_scheme, o.zone_scheme)
    limit 1) n on true
  cross join lateral (
    select coalesce(q.meter_type, n.meter_type, m.meter_type) as meter_type,
      coalesce(q.zone_scheme, n.zone_scheme, m.zone_scheme) as zone_scheme,
      coalesce(q.digit_capacity, n.digit_capacity, m.digit_capacity) as digit_capacity,
      coalesce(q.coefficient, n.coefficient, m.coefficient, 1) as coefficient) made
), described as (
  select *,
    case change
      when 'contractEnded' then jsonb_build_object('contractEndedOn', contract_ended_on)
      when 'holder' then jsonb_build_object('customerCode', holder_code)
      when 'tariff' then jsonb_build_object('tariffCode', old_tariff)
      when 'power' then jsonb_build_object('contractedPowerWatts', old_power)
      when 'pointState' then jsonb_build_object('pointState', old_state)
      when 'meterVerified' then jsonb_build_object('verifiedOn', old_verified_on)
      when 'contact' then old_contact
      when 'zones' then jsonb_build_object('zoneScheme', old_scheme)
      else '{}' end as before_change,
    case change
      when 'contractEnded' then jsonb_build_object('contractEndedOn', effective_on)
      when 'holder' then jsonb_strip_nulls(jsonb_build_object('customerCode', customer_code, 'newAccount', new_account,
        'contractNumber', contract_number, 'contractDate', contract_date, 'consumerEic', consumer_eic,
        'closingValues', closing_values))
      when 'tariff' then jsonb_build_object('tariffCode', tariff_code)
      when 'power' then jsonb_build_object('contractedPowerWatts', contracted_power_kw)
      when 'pointState' then jsonb_build_object('pointState', point_state)
      when 'meterVerified' then jsonb_build_object('verifiedOn', effective_on)
      when 'contact' then new_contact
      when 'meterRemoved' then jsonb_build_object('finalValues', final_values)
      when 'zones' then jsonb_build_object('zoneScheme', made_scheme, 'finalValues', final_values,
        'initialValues', initial_values)
      when 'meterReplaced' then jsonb_build_object('finalValues', final_values, 'newSerialNumber', new_serial_number,
        'meterType', made_type, 'zoneScheme', made_scheme, 'digitCapacity', made_digits, 'coefficient', made_coefficient,
        'initialValues', initial_values)
      else jsonb_build_object('eicCode', eic_code, 'meterType', made_type, 'zoneScheme', made_scheme,
        'digitCapacity', made_digits, 'coefficient', made_coefficient, 'initialValues', initial_values) end as after_change,
    case when change in ${removing} or change = 'meterInstalled' or change = 'meterVerified' then serial_number
      when change in ('power', 'pointState') then eic_code
      when change = 'contact' then holder_code else '' end as made_subject
  from resolved
)
insert into pending_change (file, line, step, ${changeColumnList}, change_id, subject, customer_id, meter_id, new_meter_id, point,
  is_removed, is_installed, is_opened, is_done, from_day, before, after)
select file, line, step, account_number, change, effective_on, eic_code, serial_number, final_values, new_serial_number, made_type,
  made_scheme, made_digits, made_coefficient, case change when 'zones' then old_verified_on else verified_on end,
  initial_values, customer_code, new_account, contract_number, contract_date, consumer_eic, closing_values, tariff_code,
  contracted_power_kw, point_state, surname, name, middle_name, company_name, phone, email, document, gen_random_uuid(),
  coalesce(made_subject, ''), holder_id, old_meter_id, new_meter_id, coalesce(meter_point, eic_code),
  coalesce(removed_already, false), coalesce(installed_already, false), is_opened,
  coalesce(case change
    when 'contractEnded' then contract_ended_on = effective_on
    when 'tariff' then old_tariff = tariff_code
    when 'power' then old_power = contracted_power_kw
    when 'pointState' then old_state = point_state
    when 'meterRemoved' then removed_already
    when 'meterInstalled' then installed_already and file <> 'meters.csv'
    when 'meterVerified' then old_verified_on >= effective_on
    when 'contact' then new_contact = old_contact
    else removed_already and installed_already end, false)
  or (($2::text = 'importFile' or change = 'holder') and exists (
    select from billing.master_data_change d where d.account_number = described.account_number and d.kind = described.change
      and d.subject = coalesce(made_subject, '') and d.effective_on = described.effective_on and d.after = after_change)),
  case when change in ${removing} then effective_on - 1
    when change in ('tariff', 'power', 'pointState', 'meterInstalled', 'holder') then effective_on
    when change = 'contractEnded' then least(effective_on, contract_ended_on) + 1 end,
  before_change, after_change
from described`;
