import { recalculationRequestsFrom } from '#billing/modules/charges/public.ts';
import {
  companyInformationFrom,
  contractPointsFrom,
  distributionOperatorsFrom,
  entityContractsFrom,
  meterChannelsFrom,
  subConsumersFrom,
  volumeCorrectionsFrom,
} from '#billing/modules/contracts/public.ts';
import { reactivePaymentsFrom } from '#billing/modules/invoices/public.ts';
import { postFrom } from '#billing/modules/ledger/public.ts';
import { channelReadingsFrom, hourlyValuesFrom } from '#billing/modules/readings/public.ts';
import { economicRatesFrom, priceComponentsFrom } from '#billing/modules/tariffs/public.ts';
import { taxInvoicesFrom } from '#billing/modules/tax-invoices/public.ts';
import { contractVolumesFrom } from '#billing/modules/volumes/public.ts';
import { idOf, type LoadStep, noonOf, periodOf } from '../load-steps.ts';

/** What contracts of legal entities are made of; after the accounts and points that they are about. */
export const contractSteps: readonly LoadStep[] = [
  {
    table: 'distribution_operator',
    stage: 'stage_distribution_operator',
    sql: distributionOperatorsFrom('stage_distribution_operator where {piece}'),
  },
  {
    table: 'price_component',
    stage: 'stage_price_component',
    sql: priceComponentsFrom(`(
      select kind, subject, voltage_class, valid_from, valid_to, price as price_micro, source
      from stage_price_component where {piece}) row`),
  },
  {
    table: 'economic_rate',
    stage: 'stage_economic_rate',
    sql: economicRatesFrom(`(
      select kind, valid_from, units as value, source from stage_economic_rate where {piece}) row`),
  },
  {
    table: 'company_information',
    stage: 'stage_company_information',
    sql: companyInformationFrom(`(
      select customer_id, vat_number, legal_address, postal_address, bank_name, iban, signer_name, signer_post, signer_ground
      from stage_company_information join billing.customer using (customer_code) where {piece}) row`),
  },
  {
    table: 'entity_contract',
    stage: 'stage_entity_contract',
    sql: entityContractsFrom(`(
      select account_number, valid_from, contract_number, signed_on, ends_on, price_kind, operator_code, offer_code,
        fixed_price as fixed_price_micro, with_transmission, with_distribution, is_one_price, payment_form, planned_parts,
        due_day, due_working_days, rounding, document_exchange, late_percent as late_percent_hundredths, penalty_rate_times,
        correction_rule, correction_day, volume_tolerance as volume_tolerance_hundredths,
        silent_acceptance_days
      from stage_entity_contract where {piece}) row`),
  },
  {
    table: 'contract_point',
    stage: 'stage_contract_point',
    sql: contractPointsFrom(`(
      select account_number, eic_code, valid_from, object_name, address, cost_centre, voltage_class, is_group_a, loss_mode,
        loss_percent as loss_percent_thousandths, loss_fixed_kwh,
        case loss_mode when 'formula'
          then jsonb_strip_nulls(jsonb_build_object('transformer', loss_transformer, 'line', loss_line)) end as loss_formula,
        reactive_equivalent as reactive_equivalent_micro
      from stage_contract_point where {piece}) row`),
  },
  {
    table: 'sub_consumer',
    stage: 'stage_sub_consumer',
    sql: subConsumersFrom('stage_sub_consumer where {piece}'),
  },
  {
    table: 'contract_volume',
    stage: 'stage_contract_volume',
    sql: contractVolumesFrom(`(
      select account_number, period, eic_code, document, kwh,
        case when applied_on is not null then ${noonOf('applied_on')} end as applied_at
      from stage_contract_volume cross join stage_setting setting where {piece}) row`),
  },
];

/** SQL that joins the newest meter of a serial number. */
const meterOfSerial = (stage: string) => `cross join lateral (
  select meter_id from billing.meter m
  where m.account_number = ${stage}.account_number and m.serial_number = ${stage}.serial_number
  order by m.installed_on desc limit 1) as of_serial`;

/** What was measured and paid beside the readings of the registers, once changes of master data are made. */
export const entityHistorySteps: readonly LoadStep[] = [
  {
    table: 'meter_channel',
    stage: 'stage_meter_channel',
    sql: meterChannelsFrom(`(
      select account_number, meter_id, channel, installed_value, removed_value
      from stage_meter_channel ${meterOfSerial('stage_meter_channel')} where {piece}) row`),
  },
  {
    table: 'channel_reading',
    stage: 'stage_channel_reading',
    // The month after a closed one counts from its value: the closed one is charged anew.
    sql: `with added as (
        ${channelReadingsFrom(`(
          select account_number, meter_id, channel, period, value, source,
            ${noonOf("coalesce(submitted_on, ((period || '-01')::date + interval '1 month')::date)")} as submitted_at
          from stage_channel_reading ${meterOfSerial('stage_channel_reading')}
          cross join stage_setting setting where {piece}) row`)} returning account_number, period),
      asked as (
        ${recalculationRequestsFrom(`(
          select distinct account_number, ${idOf(`'lateChannel:' || account_number || ':' || period || ':' || setting.now`)}
            as request_id, period as from_period, 'lateReading' as cause, setting.now as requested_at
          from added join billing.period p using (period) cross join stage_setting setting
          where p.state <> 'open' or exists (select from billing.bill b
            where b.account_number = added.account_number and b.period = added.period)) row`)})
      select account_number from added`,
  },
  {
    table: 'hourly_value',
    stage: 'stage_hourly_value',
    sql: hourlyValuesFrom('stage_hourly_value where {piece}'),
  },
  {
    table: 'volume_correction',
    stage: 'stage_volume_correction',
    sql: volumeCorrectionsFrom(`(
      select account_number, eic_code, period, document, kwh, ${noonOf('recorded_on')} as recorded_at,
        case when setting.has_books then booked_period end as booked_period
      from stage_volume_correction cross join stage_setting setting where {piece}) row`),
  },
  {
    table: 'reactive_payment',
    stage: 'stage_reactive_payment',
    // It goes past the supplier: a posting of its own kind, and no payment of the customer.
    sql: `with added as (
        ${reactivePaymentsFrom(`(
          select account_number, reference, paid_on, amount as amount_kopiykas
          from stage_reactive_payment where {piece}) row`)}
        returning account_number, reference, paid_on, amount_kopiykas),
      posted as (
        ${postFrom(`(
          select account_number, ${periodOf('paid_on')} as period,
            ${idOf(`'reactivePayment:' || account_number || ':' || reference`)} as entry_id, 'reactivePayment' as kind,
            'operatorBank' as debit_account, 'reactiveReceivable' as credit_account, amount_kopiykas,
            ${noonOf('paid_on')} as posted_at, null::uuid as payment_id, null as act_number
          from added cross join stage_setting setting where not setting.has_books) posting`)})
      select reference from added`,
  },
  {
    table: 'tax_invoice',
    stage: 'stage_tax_invoice',
    sql: taxInvoicesFrom(`(
      select account_number, issued_on, number as tax_invoice_number, period, kind,
        nullif(adjusted_number, '') as adjusted_number, adjusted_on, reason as adjustment_reason, quantity_kwh,
        net as net_kopiykas, vat as vat_kopiykas, registration as registration_state,
        nullif(registration_number, '') as registration_number, registered_on
      from stage_tax_invoice where {piece}) row`),
  },
];
