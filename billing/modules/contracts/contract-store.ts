import { insertFrom } from '#platform/database/insert-from.ts';

/** SQL that adds the versions of contracts of a relation. The last day and the terms of volumes may still be told of one that is there. */
export const entityContractsFrom = insertFrom(
  'billing.entity_contract',
  `account_number, valid_from, contract_number, signed_on, ends_on, price_kind, operator_code, offer_code, fixed_price_micro,
    with_transmission, with_distribution, is_one_price, payment_form, planned_parts, due_day, due_working_days, rounding,
    document_exchange, late_percent_hundredths, penalty_rate_times, correction_rule, correction_day, volume_tolerance_hundredths,
    silent_acceptance_days`,
  `on conflict (account_number, valid_from) do update set ends_on = coalesce(entity_contract.ends_on, excluded.ends_on),
      correction_rule = coalesce(entity_contract.correction_rule, excluded.correction_rule),
      correction_day = coalesce(entity_contract.correction_day, excluded.correction_day),
      volume_tolerance_hundredths = coalesce(entity_contract.volume_tolerance_hundredths, excluded.volume_tolerance_hundredths)
    where entity_contract.ends_on is null and excluded.ends_on is not null
      or entity_contract.correction_rule is null and excluded.correction_rule is not null
      or entity_contract.volume_tolerance_hundredths is null and excluded.volume_tolerance_hundredths is not null`,
);

/** SQL that adds who signs and receives for the companies of a relation; those that are there stay. */
export const companyInformationFrom = insertFrom(
  'billing.company_information',
  `customer_id, vat_number, legal_address, postal_address, bank_name, iban, signer_name, signer_post, signer_ground`,
  'on conflict do nothing',
);

/** SQL that adds the operators of networks of a relation; those that are there stay. */
export const distributionOperatorsFrom = insertFrom(
  'billing.distribution_operator',
  'operator_code, name, edrpou, iban, bank_name, phone',
  'on conflict do nothing',
);

/** SQL that adds the versions of points of contracts of a relation; those that are there stay. */
export const contractPointsFrom = insertFrom(
  'billing.contract_point',
  `account_number, eic_code, valid_from, object_name, address, cost_centre, voltage_class, is_group_a, loss_mode,
    loss_percent_thousandths, loss_fixed_kwh, loss_formula, reactive_equivalent_micro`,
  'on conflict do nothing',
);

/** SQL that adds the sub-consumers of a relation. The last day may still be told of one that is there. */
export const subConsumersFrom = insertFrom(
  'billing.sub_consumer',
  'account_number, eic_code, main_eic_code, valid_from, valid_to, name, is_billed',
  `on conflict (account_number, eic_code, valid_from) do update set valid_to = excluded.valid_to
    where sub_consumer.valid_to is null and excluded.valid_to is not null`,
);

/** SQL that adds the channels of meters of a relation. The value at the removal may still be told of one that is there. */
export const meterChannelsFrom = insertFrom(
  'billing.meter_channel',
  'account_number, meter_id, channel, installed_value, removed_value',
  `on conflict (account_number, meter_id, channel) do update set removed_value = excluded.removed_value
    where meter_channel.removed_value is null and excluded.removed_value is not null`,
);

/** SQL that adds the corrections of volumes of a relation, `booked_period` null when no invoice has them yet; those that are there stay. */
export const volumeCorrectionsFrom = insertFrom(
  'billing.volume_correction',
  'account_number, eic_code, period, document, kwh, recorded_at, booked_period',
  'on conflict do nothing',
);
