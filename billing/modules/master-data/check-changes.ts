import { channelNames } from './pending-changes.ts';
import { isLowerValue } from './roll-over-sql.ts';

/** What can be wrong with a change; the import names file, line and column, the function module the field. */
export type ChangeProblemCode =
  | 'value.required'
  | 'reference.unknown'
  | 'dates.future'
  | 'dates.order'
  | 'dial.tooHigh'
  | 'reading.lower'
  | 'change.conflict'
  | 'change.registers'
  | 'meter.serialTaken'
  | 'tariff.historyUncovered'
  | 'account.taken'
  | 'account.digits'
  | 'change.ended'
  | 'change.later'
  | 'change.otherCustomer'
  | 'contract.later';

export interface ChangeProblem {
  readonly file: string;
  readonly line: number;
  readonly column: string;
  readonly code: ChangeProblemCode;
  readonly value: string;
}

const zonesOfScheme = `case zone_scheme when 'single' then array['single'] when 'two' then array['day', 'night']
  else array['halfPeak', 'night', 'peak'] end`;

const zonesIn = (values: string) =>
  `(select array_agg(zone order by zone) from jsonb_object_keys(${values} - ${channelNames}) as given (zone))`;

/** Dials that the values of a change do not fit: other zones, or more than the dial can show. */
function dialProblems(
  column: 'final_values' | 'initial_values',
  zones: string,
  digits: string,
  when: string,
): string {
  return `
    select file, line, '${column}',
      case when ${column} is null then 'value.required' when ${zonesIn(column)} is distinct from ${zones}
        then 'change.registers' else 'dial.tooHigh' end, coalesce(${column}::text, '')
    from pending where ${when} and (${column} is null or ${zonesIn(column)} is distinct from ${zones}
      or exists (select from jsonb_each_text(${column}) as dial where dial.value::bigint >= 10 ^ ${digits}))`;
}

/** What a change of holder wants beside a customer who is known. */
const holderProblems = `
  select file, line, wanted.column_name, 'value.required', ''
  from pending cross join lateral (values ('new_account', new_account), ('contract_number', contract_number),
    ('contract_date', contract_date::text), ('consumer_eic', consumer_eic)) wanted (column_name, value)
  where change = 'holder' and wanted.value is null
  union all
  select file, line, 'new_account', 'account.taken', new_account from pending p
  where change = 'holder' and not is_opened and (exists (select from billing.account a where a.account_number = p.new_account)
    or exists (select from change_queue q where q.new_account = p.new_account and (q.file, q.line) <> (p.file, p.line)))
  union all
  select file, line, 'new_account', 'account.digits', new_account
  from pending join billing.customer k using (customer_code) cross join billing.supplier s
  where change = 'holder' and k.customer_type = 'person'
    and length(new_account) <> coalesce((s.rules ->> 'accountDigits')::integer, length(new_account))
  union all
  select file, line, 'customer_code', 'change.otherCustomer', p.customer_code
  from pending p join billing.customer k using (customer_code) join billing.account a on a.account_number = p.account_number
  join billing.customer former on former.customer_id = a.customer_id
  where change = 'holder' and (k.customer_type <> former.customer_type or k.customer_id = former.customer_id
    or (is_opened and not exists (select from billing.account n
      where n.account_number = p.new_account and n.customer_id = k.customer_id)))
  union all
  select file, line, 'contract_date', 'contract.later', contract_date::text from pending
  where change = 'holder' and contract_date > effective_on
  union all
  select p.file, p.line, 'closing_values', 'change.registers', p.serial_number
  from pending p where step = 1 and change = 'meterRemoved' and meter_id is not null
    and array(select key from jsonb_object_keys(final_values) key where key = any(${channelNames}) order by 1)
      <> array(select channel from billing.meter_channel c
        where c.account_number = p.account_number and c.meter_id = p.meter_id order by 1)
  union all
  select p.file, p.line, 'closing_values', 'reading.lower', last.value || ' (' || last.channel || ')'
  from pending p cross join lateral (
    select distinct on (r.channel) r.channel, r.value from billing.channel_reading r
    where r.account_number = p.account_number and r.meter_id = p.meter_id
      and (r.period || '-01')::date + interval '1 month' <= p.effective_on
    order by r.channel, r.period desc) last
  where step = 1 and change = 'meterRemoved'
    and ${isLowerValue('last.value', '(p.final_values ->> last.channel)::bigint', 'p.old_digits', '$3::integer')}
  union all
  select p.file, p.line, 'closing_values', 'value.required', m.serial_number
  from pending p join billing.meter m on m.account_number = p.account_number
  where p.change = 'holder' and p.new_account is not null and m.removed_on is null
  union all
  select file, line, 'effective_on', 'change.later', effective_on::text from pending p
  where change = 'holder' and (
    exists (select from billing.meter m where m.account_number = p.account_number
      and (m.installed_on > p.effective_on or m.removed_on > p.effective_on))
    or exists (select from billing.master_data_change d where d.account_number = p.account_number and d.kind <> 'contact'
      and d.effective_on > p.effective_on))
  union all
  select file, line, 'effective_on', 'change.ended', contract_ended_on::text from pending p
  where (step = 1 and change = 'contractEnded' and contract_ended_on is not null)
    or (step <> 1 and change in ('holder', 'contractEnded', 'meterRemoved', 'meterReplaced', 'zones')
      and not coalesce(is_opened, false) and exists (select from billing.master_data_change d
      where d.account_number = p.account_number and d.kind = 'holder' and d.after ? 'newAccount' and d.effective_on <= p.effective_on + 1))`;

/**
 * What is wrong in the wave, set-based: file, line, column, code, value. `$1`: today in Kyiv; `$2`: the source; `$3`: the part of the dial, in percent, from which
 * on a lower final value is a roll-over. A file does
 * not put right what was recorded for the same day: a person does, by the function module.
 */
export const findProblems = `
with pending as (
  select p.*, a.account_number as known_account, a.opened_on, a.contract_date as begun_on, a.contract_ended_on, m.installed_on, m.removed_on,
    m.digit_capacity as old_digits,
    (select array_agg(r.zone order by r.zone) from billing.register r
      where r.account_number = p.account_number and r.meter_id = p.meter_id) as old_zones
  from pending_change p
  left join billing.account a using (account_number)
  left join billing.meter m on m.account_number = p.account_number and m.meter_id = p.meter_id
  where not p.is_done
), found (file, line, column_name, code, value) as (
  select file, line, 'account_number', 'reference.unknown', account_number from pending where known_account is null
  union all
  select file, line, 'effective_on', 'dates.future', effective_on::text from pending
  where change <> 'contractEnded' and effective_on > $1::date
  union all
  select file, line, 'effective_on', 'dates.order', effective_on::text from pending
  where (change = 'contractEnded' and effective_on < greatest(opened_on, begun_on) - 1)
    or (change in ('meterRemoved', 'meterReplaced') and effective_on < installed_on)
    or (change = 'zones' and effective_on <= installed_on)
  union all
  select file, line, 'serial_number', 'reference.unknown', serial_number from pending
  where change in ('meterRemoved', 'meterReplaced', 'zones', 'meterVerified') and meter_id is null
  union all
  select file, line, 'eic_code', 'reference.unknown', coalesce(eic_code, '') from pending p
  where change in ('power', 'pointState', 'meterInstalled') and not exists (select from billing.metering_point known
    where known.account_number = p.account_number and known.eic_code = p.eic_code)
  union all
  select file, line, 'customer_code', 'reference.unknown', customer_code from pending p
  where change = 'holder' and not exists (select from billing.customer k where k.customer_code = p.customer_code)
  union all
  select file, line, 'tariff_code',
    case when first_day is null then 'reference.unknown' else 'tariff.historyUncovered' end, tariff_code
  from pending p
  left join lateral (select min(v.valid_from) as first_day, max(coalesce(v.valid_to, 'infinity')) as last_day
    from billing.tariff_version v where v.tariff_code = p.tariff_code) covered on true
  where change = 'tariff' and (first_day is null or first_day > greatest(effective_on, opened_on) or last_day < $1::date)
  union all
  select file, line, 'effective_on', 'change.conflict', effective_on::text from pending p
  where (change in ('meterRemoved', 'meterReplaced', 'zones') and removed_on is not null and not is_removed
      and (removed_on <> effective_on or $2::text = 'importFile'))
    or ($2::text = 'importFile' and change = 'contractEnded' and step = 0 and contract_ended_on is not null)
    or ($2::text = 'importFile' and new_meter_id is not null and not is_installed)
    or ($2::text = 'importFile' and change not in ('meterInstalled', 'meterRemoved', 'meterReplaced', 'zones', 'contractEnded')
      and exists (
      select from billing.master_data_change d where d.account_number = p.account_number and d.kind = p.change
        and d.subject = p.subject and d.effective_on = p.effective_on))
  union all
  ${dialProblems('final_values', 'old_zones', 'old_digits', `change in ('meterRemoved', 'meterReplaced', 'zones') and meter_id is not null`)}
  union all
  ${dialProblems(
    'initial_values',
    zonesOfScheme,
    'digit_capacity',
    `change in ('meterReplaced', 'zones', 'meterInstalled') and zone_scheme is not null and digit_capacity is not null and not is_installed`,
  )}
  union all
  select p.file, p.line, 'final_values', 'reading.lower', case $2::text when 'importFile' then dial.key || '=' || dial.value
    else last.value || ' (' || to_char(last.effective_date, 'DD.MM.YYYY') || ')' end
  from pending p
  cross join lateral jsonb_each_text(p.final_values) as dial
  cross join lateral (
    select value, effective_date from billing.reading r where r.account_number = p.account_number and r.meter_id = p.meter_id
      and r.zone = dial.key and r.status = 'accepted' and r.effective_date <= p.effective_on
    order by r.effective_date desc limit 1) last
  where p.change in ('meterRemoved', 'meterReplaced', 'zones')
    and ${isLowerValue('last.value', 'dial.value::bigint', 'p.old_digits', '$3::integer')}
  union all
  select file, line, case change when 'meterReplaced' then 'new_serial_number' else 'serial_number' end, 'meter.serialTaken',
    case change when 'meterReplaced' then new_serial_number else serial_number end
  from pending p
  where change in ('meterReplaced', 'meterInstalled') and new_meter_id is null and exists (
    select from billing.meter taken where taken.account_number = p.account_number
      and taken.serial_number = case p.change when 'meterReplaced' then p.new_serial_number else p.serial_number end
      and (taken.removed_on is null or taken.removed_on > p.effective_on))
  union all
  ${holderProblems}
)
select file, line, case when column_name in ('serial_number', 'final_values') and exists (select from change_queue q
    where q.file = found.file and q.line = found.line and q.change = 'holder') then 'closing_values'
  else column_name end as "column", code, coalesce(value, '') as value from found order by 1, 2, 3`;
