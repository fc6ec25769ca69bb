import type { ExportedRows } from './exported-rows.ts';

/** The day in Kyiv of a moment. */
export const kyivDay = (moment: string): string => `(${moment} at time zone 'Europe/Kyiv')::date`;

/** What began with the supplier and its customers, and how it stands now. */
export const customerRows: readonly ExportedRows[] = [
  {
    file: 'supplier.csv',
    rows: `select name, short_name, edrpou, iban, bank_name, address, phones, mobile_phones, email, readings_email, main_url, images,
        coalesce((rules ->> 'accountDigits')::integer, 10) as account_digits, rules - 'accountDigits' as rules,
        emergency_phones, complaint_contacts, fuel_mix, fuel_mix_year, co2_grams_per_kwh as co2_g_per_kwh
      from billing.supplier`,
    key: ['edrpou'],
  },
  {
    file: 'tariffs.csv',
    rows: 'select tariff_code, title, offer from billing.tariff',
    key: ['tariff_code'],
  },
  {
    file: 'tariff-versions.csv',
    rows: `select tariff_code, valid_from, valid_to, rule ->> 'kind' as rule, rule ->> 'price' as price,
        (select string_agg(concat_ws(':', block ->> 'upToKwh', block ->> 'price'), ';' order by place)
          from jsonb_array_elements(rule -> 'blocks') with ordinality as listed (block, place)) as blocks,
        (rule ->> 'limitKwh')::integer as limit_kwh, rule ->> 'reducedPrice' as reduced_price,
        rule ->> 'seasonFrom' as season_from, rule ->> 'seasonTo' as season_to,
        (select string_agg(scheme || '.' || zone || '=' || coefficient, ';' order by scheme, zone)
          from jsonb_each(definition -> 'coefficients') as schemes (scheme, zones)
          cross join lateral jsonb_each_text(zones) as listed (zone, coefficient)) as coefficients, act
      from (select *, definition -> 'rule' as rule from billing.tariff_version) version`,
    key: ['tariff_code', 'valid_from'],
  },
  {
    file: 'customers.csv',
    rows: `select customer_code, customer_type, surname, name, middle_name, company_name, tax_code, phone, email
      from billing.customer`,
    key: ['customer_code'],
  },
  {
    file: 'accounts.csv',
    rows: `select account_number, customer_code, object_code, contract_number, contract_date, contract_ended_on, consumer_eic,
        tariff_code, billing_condition, input_blocked, feed_in, opening_kopiykas as opening_balance, opened_on
      from billing.account join billing.customer using (customer_id)`,
    key: ['account_number'],
    sums: ['opening_balance'],
  },
  {
    file: 'premises.csv',
    rows: `select account_number, postcode, region, settlement, street, building, apartment, heating, resident_count
      from billing.premises`,
    key: ['account_number'],
  },
  {
    file: 'responsibles.csv',
    rows: 'select account_number, name, phone, role, responsible_until from billing.account_responsible',
    key: ['account_number', 'name'],
  },
  {
    file: 'account-tariffs.csv',
    rows: 'select account_number, valid_from, tariff_code from billing.account_tariff',
    key: ['account_number', 'valid_from'],
  },
  {
    file: 'rule-changes.csv',
    // What was undone counts for nothing.
    rows: `select saved_number::integer as number, valid_from, "values", before, reason, author_name as author, saved_at
      from billing.rule_change where undone_at is null`,
    key: ['number'],
  },
];
