import {
  contractPointsFrom,
  entityContractsFrom,
  meterChannelsFrom,
  subConsumersFrom,
} from './contract-store.ts';

/** The day of the version in force on the day of the change, of versions by a key; without one the day itself. */
const inForceSince = (table: string, key: string): string => `coalesce((
  select max(v.valid_from) from billing.${table} v where ${key} and v.valid_from <= p.effective_on), p.effective_on)`;

/** What a channel showed on the day of the change. */
const channelValue = `(p.closing_values -> m.serial_number ->> c.channel)::bigint`;

/**
 * The contract of a legal entity at the account of the new holder, of changes of holder as `p`: terms, points and sub-consumers in
 * force on the day and those known for later, under the number and day of the new contract; channels end and begin with their values
 * of the day (decision 0155). Run after points and meters of the account, and before a correction of its number and day.
 */
export function holderContractStatements(holders: string): readonly string[] {
  return [
    `update billing.entity_contract k set contract_number = p.contract_number, signed_on = p.contract_date
      from ${holders} join billing.account n on n.account_number = p.new_account
      where p.is_opened and k.account_number = p.new_account and k.contract_number = n.contract_number
        and k.signed_on = n.contract_date`,
    entityContractsFrom(`(
      select p.new_account as account_number, greatest(k.valid_from, p.effective_on) as valid_from, p.contract_number,
        p.contract_date as signed_on, null::date as ends_on, k.price_kind, k.operator_code, k.offer_code, k.fixed_price_micro,
        k.with_transmission, k.with_distribution, k.is_one_price, k.payment_form, k.planned_parts, k.due_day, k.due_working_days,
        k.rounding, k.document_exchange, k.late_percent_hundredths, k.penalty_rate_times, k.correction_rule, k.correction_day,
        k.volume_tolerance_hundredths, k.silent_acceptance_days
      from ${holders} join billing.entity_contract k using (account_number)
      where not p.is_opened and k.valid_from >= ${inForceSince('entity_contract', 'v.account_number = p.account_number')}) terms`),
    contractPointsFrom(`(
      select p.new_account as account_number, k.eic_code, greatest(k.valid_from, p.effective_on) as valid_from, k.object_name,
        k.address, k.cost_centre, k.voltage_class, k.is_group_a, k.loss_mode, k.loss_percent_thousandths, k.loss_fixed_kwh,
        k.loss_formula, k.reactive_equivalent_micro
      from ${holders} join billing.contract_point k using (account_number)
      join billing.metering_point m on m.account_number = p.new_account and m.eic_code = k.eic_code
      where not p.is_opened and k.valid_from >= ${inForceSince(
        'contract_point',
        'v.account_number = p.account_number and v.eic_code = k.eic_code',
      )}) point`),
    subConsumersFrom(`(
      select p.new_account as account_number, s.eic_code, s.main_eic_code, greatest(s.valid_from, p.effective_on) as valid_from,
        s.valid_to, s.name, s.is_billed
      from ${holders} join billing.sub_consumer s using (account_number)
      join billing.metering_point own on own.account_number = p.new_account and own.eic_code = s.eic_code
      join billing.metering_point main on main.account_number = p.new_account and main.eic_code = s.main_eic_code
      where not p.is_opened and (s.valid_to is null or s.valid_to >= p.effective_on)
        and s.valid_from >= ${inForceSince(
          'sub_consumer',
          'v.account_number = p.account_number and v.eic_code = s.eic_code',
        )}) sub`),
    `update billing.meter_channel c set removed_value = ${channelValue}
      from ${holders} join billing.meter m using (account_number)
      where m.removed_on = p.effective_on and c.account_number = m.account_number and c.meter_id = m.meter_id
        and ${channelValue} is not null`,
    meterChannelsFrom(`(
      select distinct on (n.meter_id, c.channel) p.new_account as account_number, n.meter_id, c.channel,
        ${channelValue} as installed_value, null::bigint as removed_value
      from ${holders} join billing.meter m using (account_number)
      join billing.meter_channel c on c.account_number = m.account_number and c.meter_id = m.meter_id
      join billing.meter n on n.account_number = p.new_account and n.serial_number = m.serial_number
        and n.installed_on = p.effective_on
      where not p.is_opened and m.removed_on = p.effective_on and ${channelValue} is not null
      order by n.meter_id, c.channel, m.installed_on desc) channel`),
    `update billing.meter_channel c set installed_value = ${channelValue}
      from ${holders} join billing.meter m on m.account_number = p.new_account
      where p.is_opened and m.installed_on = p.effective_on and c.account_number = m.account_number and c.meter_id = m.meter_id
        and ${channelValue} is not null`,
  ];
}
