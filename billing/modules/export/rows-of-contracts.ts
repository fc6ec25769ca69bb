import type { ExportedRows } from './exported-rows.ts';
import { kyivDay } from './rows-of-customers.ts';

/** Terms, points and prices of legal entities. */
export const contractRows: readonly ExportedRows[] = [
  {
    file: 'distribution-operators.csv',
    rows: 'select operator_code, name, edrpou, iban, bank_name, phone from billing.distribution_operator',
    key: ['operator_code'],
  },
  {
    file: 'price-components.csv',
    rows: `select kind, subject, voltage_class, valid_from, valid_to, price_micro as price, source
      from billing.price_component`,
    key: ['kind', 'subject', 'voltage_class', 'valid_from'],
  },
  {
    file: 'economic-rates.csv',
    rows: `select kind, valid_from, trim_scale(value * case kind when 'inflation' then 0.1 else 0.01 end)::text as value, source
      from billing.economic_rate`,
    key: ['kind', 'valid_from'],
  },
  {
    file: 'company-information.csv',
    rows: `select customer_code, vat_number, legal_address, postal_address, bank_name, iban, signer_name, signer_post, signer_ground
      from billing.company_information join billing.customer using (customer_id)`,
    key: ['customer_code'],
  },
  {
    file: 'entity-contracts.csv',
    rows: `select account_number, valid_from, contract_number, signed_on, ends_on, price_kind, operator_code, offer_code,
        fixed_price_micro as fixed_price, with_transmission, with_distribution, is_one_price, payment_form,
        case payment_form when 'planned' then planned_parts end as planned_parts, due_day, due_working_days, rounding,
        document_exchange, late_percent_hundredths as late_percent, penalty_rate_times, correction_rule, correction_day,
        volume_tolerance_hundredths as volume_tolerance, silent_acceptance_days
      from billing.entity_contract`,
    key: ['account_number', 'valid_from'],
  },
  {
    file: 'contract-points.csv',
    rows: `select account_number, eic_code, valid_from, object_name, address, cost_centre, voltage_class, is_group_a, loss_mode,
        loss_percent_thousandths as loss_percent, loss_fixed_kwh, loss_formula -> 'transformer' as loss_transformer,
        loss_formula -> 'line' as loss_line, reactive_equivalent_micro as reactive_equivalent
      from billing.contract_point`,
    key: ['account_number', 'eic_code', 'valid_from'],
  },
  {
    file: 'sub-consumers.csv',
    rows: `select account_number, eic_code, main_eic_code, valid_from, valid_to, name, is_billed from billing.sub_consumer`,
    key: ['account_number', 'eic_code', 'valid_from'],
  },
  {
    file: 'contract-volumes.csv',
    rows: `select account_number, eic_code, period, document, kwh, ${kyivDay('applied_at')} as applied_on
      from billing.contract_volume`,
    key: ['account_number', 'eic_code', 'period', 'document'],
  },
  {
    file: 'volume-corrections.csv',
    rows: `select account_number, eic_code, period, document, kwh, ${kyivDay('recorded_at')} as recorded_on, booked_period
      from billing.volume_correction`,
    key: ['account_number', 'eic_code', 'period', 'document'],
  },
];
