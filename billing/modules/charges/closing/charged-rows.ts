import { insertFrom } from '#platform/database/insert-from.ts';

/*
 * The tables that a closing fills, with their columns: it copies its rows into them, and an import adds those of an export as they
 * were charged.
 */

export const periodsFrom = insertFrom('billing.period', 'period, state, started_at, closed_at');
export const consumptionFrom = insertFrom(
  'billing.consumption',
  'account_number, period, meter_id, zone, from_date, to_date, opening_value, closing_value, energy_wh, basis, overestimated_wh, average_ground, is_review_pending',
);
export const consumptionRevisionsFrom = insertFrom(
  'billing.consumption_revision',
  'account_number, period, meter_id, zone, booked_period, from_date, to_date, opening_value, closing_value, energy_wh, basis',
);
export const billsFrom = insertFrom(
  'billing.bill',
  'account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas, recalculated_kopiykas, benefit_kopiykas, corrected_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated',
);
export const chargeLinesFrom = insertFrom(
  'billing.charge_line',
  'account_number, period, line_number, kind, zone, block_index, from_date, to_date, energy_wh, price_micro, coefficient, amount_kopiykas, tariff_valid_from, is_estimated',
);
export const bookedRequestsFrom = insertFrom(
  'billing.recalculation_request',
  'account_number, request_id, from_period, cause, requested_at, booked_period',
);
