import { same, storedCheck } from '../checks-of-stored.ts';
import type { CrossCheck } from '../cross-check.ts';

/** An end that may be told once, later than the row itself. */
const end = (column: string, stored = column) => ({
  column,
  stored: `stored.${stored}`,
  known: `stored.${stored} is null or here.${column} is null`,
});

/** New terms of what is stored already never begin in a month that has bills. */
function closedMonth(file: string, stage: string, table: string, key: string): CrossCheck {
  return {
    file,
    sql: `select here.line, 'valid_from' as column_name, 'contract.closedMonth' as code, here.valid_from::text as value
      from ${stage} here cross join stage_setting setting
      where here.valid_from < (setting.first_open_period || '-01')::date
        and not exists (select from ${table} stored
          where ${key} and stored.valid_from = here.valid_from)
        and exists (select from ${table} stored where ${key})
        and exists (select from billing.bill)`,
  };
}

const sameAccount = 'stored.account_number = here.account_number';
const samePart =
  'stored.kind = here.kind and stored.subject = here.subject and stored.voltage_class = here.voltage_class';

/** What is stored of legal entities is not changed by a file: a new version tells what changes as of its day. */
export const entityStoredChecks: readonly CrossCheck[] = [
  storedCheck(
    'distribution-operators.csv',
    'stage_distribution_operator here join billing.distribution_operator stored using (operator_code)',
    same('name', 'edrpou', 'iban', 'bank_name', 'phone'),
  ),
  storedCheck(
    'price-components.csv',
    `stage_price_component here join billing.price_component stored using (kind, subject, voltage_class, valid_from)`,
    [{ column: 'price', stored: 'stored.price_micro' }, ...same('source'), end('valid_to')],
  ),
  closedMonth('price-components.csv', 'stage_price_component', 'billing.price_component', samePart),
  storedCheck(
    'economic-rates.csv',
    'stage_economic_rate here join billing.economic_rate stored using (kind, valid_from)',
    [{ column: 'value', given: 'here.units', stored: 'stored.value' }, ...same('source')],
  ),
  storedCheck(
    'company-information.csv',
    `stage_company_information here join billing.customer using (customer_code)
      join billing.company_information stored using (customer_id)`,
    same(
      'vat_number',
      'legal_address',
      'postal_address',
      'bank_name',
      'iban',
      'signer_name',
      'signer_post',
      'signer_ground',
    ),
  ),
  storedCheck(
    'entity-contracts.csv',
    'stage_entity_contract here join billing.entity_contract stored using (account_number, valid_from)',
    [
      ...same(
        'contract_number',
        'signed_on',
        'price_kind',
        'operator_code',
        'offer_code',
        'with_transmission',
      ),
      ...same(
        'with_distribution',
        'is_one_price',
        'payment_form',
        'planned_parts',
        'due_day',
        'due_working_days',
      ),
      ...same('rounding', 'document_exchange', 'penalty_rate_times', 'silent_acceptance_days'),
      { column: 'fixed_price', stored: 'stored.fixed_price_micro' },
      { column: 'late_percent', stored: 'stored.late_percent_hundredths' },
      end('ends_on'),
      end('correction_rule'),
      end('correction_day'),
      end('volume_tolerance', 'volume_tolerance_hundredths'),
    ],
  ),
  closedMonth('entity-contracts.csv', 'stage_entity_contract', 'billing.entity_contract', sameAccount),
  storedCheck(
    'contract-points.csv',
    'stage_contract_point here join billing.contract_point stored using (account_number, eic_code, valid_from)',
    [
      ...same(
        'object_name',
        'address',
        'cost_centre',
        'voltage_class',
        'is_group_a',
        'loss_mode',
        'loss_fixed_kwh',
      ),
      { column: 'loss_percent', stored: 'stored.loss_percent_thousandths' },
      { column: 'loss_transformer', stored: `stored.loss_formula -> 'transformer'` },
      { column: 'loss_line', stored: `stored.loss_formula -> 'line'` },
      { column: 'reactive_equivalent', stored: 'stored.reactive_equivalent_micro' },
    ],
  ),
  closedMonth(
    'contract-points.csv',
    'stage_contract_point',
    'billing.contract_point',
    `${sameAccount} and stored.eic_code = here.eic_code`,
  ),
  storedCheck(
    'sub-consumers.csv',
    'stage_sub_consumer here join billing.sub_consumer stored using (account_number, eic_code, valid_from)',
    [...same('main_eic_code', 'name', 'is_billed'), end('valid_to')],
  ),
  storedCheck(
    'contract-volumes.csv',
    'stage_contract_volume here join billing.contract_volume stored using (account_number, period, eic_code, document)',
    same('kwh'),
  ),
  {
    file: 'contract-volumes.csv',
    sql: `select here.line, 'document' as column_name, 'volume.twice' as code, here.document as value
      from stage_contract_volume here
      where here.applied_on is null and exists (select from billing.contract_volume stored
        where stored.account_number = here.account_number and stored.period = here.period
          and stored.eic_code = here.eic_code and stored.applied_at is null and stored.document <> here.document)`,
  },
  storedCheck(
    'meter-channels.csv',
    `stage_meter_channel here join billing.meter using (account_number, serial_number)
      join billing.meter_channel stored using (account_number, meter_id, channel)`,
    [...same('installed_value'), end('removed_value')],
  ),
  storedCheck(
    'channel-readings.csv',
    `stage_channel_reading here join billing.meter using (account_number, serial_number)
      join billing.channel_reading stored using (account_number, meter_id, channel, period)`,
    same('value', 'source'),
  ),
  storedCheck(
    'hourly-values.csv',
    'stage_hourly_value here join billing.hourly_value stored using (account_number, eic_code, day, channel)',
    same('hours'),
  ),
  storedCheck(
    'volume-corrections.csv',
    'stage_volume_correction here join billing.volume_correction stored using (account_number, eic_code, period, document)',
    same('kwh'),
  ),
  storedCheck(
    'reactive-payments.csv',
    'stage_reactive_payment here join billing.reactive_payment stored using (account_number, reference)',
    [...same('paid_on'), { column: 'amount', stored: 'stored.amount_kopiykas' }],
  ),
  storedCheck(
    'tax-invoices.csv',
    `stage_tax_invoice here join billing.tax_invoice stored on stored.account_number = here.account_number
      and stored.issued_on = here.issued_on and stored.tax_invoice_number = here.number`,
    [
      ...same('period', 'kind', 'quantity_kwh'),
      {
        column: 'adjusted_number',
        given: `nullif(here.adjusted_number, '')`,
        stored: 'stored.adjusted_number',
      },
      { column: 'adjusted_on', stored: 'stored.adjusted_on' },
      { column: 'reason', stored: 'stored.adjustment_reason' },
      { column: 'net', stored: 'stored.net_kopiykas' },
      { column: 'vat', stored: 'stored.vat_kopiykas' },
      {
        column: 'registration',
        stored: 'stored.registration_state',
        // The state goes on; what is registered or rejected stays.
        known: `stored.registration_state not in ('registered', 'rejected')`,
      },
      {
        column: 'registration_number',
        given: `nullif(here.registration_number, '')`,
        stored: 'stored.registration_number',
        known: 'stored.registration_number is null',
      },
    ],
  ),
];
