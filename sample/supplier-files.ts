import { CsvFile } from './csv-file.ts';

/** Files of docs/import-format.md with their columns. */
const columns = {
  'supplier.csv':
    'name,short_name,edrpou,iban,bank_name,address,phones,mobile_phones,email,readings_email,main_url,images,emergency_phones,complaint_contacts,fuel_mix,fuel_mix_year,co2_g_per_kwh',
  'tariffs.csv': 'tariff_code,title,offer',
  'tariff-versions.csv':
    'tariff_code,valid_from,valid_to,rule,price,blocks,limit_kwh,reduced_price,season_from,season_to,coefficients,act',
  'customers.csv': 'customer_code,customer_type,surname,name,middle_name,company_name,tax_code,phone,email',
  'accounts.csv':
    'account_number,customer_code,object_code,contract_number,contract_date,contract_ended_on,consumer_eic,tariff_code,billing_condition,input_blocked,feed_in,opening_balance,opened_on',
  'premises.csv':
    'account_number,postcode,region,settlement,street,building,apartment,heating,resident_count',
  'responsibles.csv': 'account_number,name,phone,role,responsible_until',
  'metering-points.csv': 'account_number,eic_code,point_state,contracted_power_kw,verification_requested',
  'meters.csv':
    'account_number,eic_code,serial_number,meter_type,zone_scheme,digit_capacity,coefficient,meter_state,installed_on,removed_on,verified_on',
  'registers.csv': 'account_number,serial_number,zone,installed_value,removed_value',
  'readings.csv': 'account_number,serial_number,zone,effective_date,value,source,submitted_on',
  'payments.csv': 'reference,account_number,paid_on,landed_on,amount,purpose,act_number,provider',
  'violation-acts.csv':
    'account_number,act_number,drawn_on,state,amount,energy_kwh,due_on,protocol_number,clause,served_on,hearing_on,protocol_on,period_from,period_to,days,vat,paid_on',
  'benefits.csv': 'account_number,period,kind,amount,title',
  'feed-in.csv':
    'account_number,period,act_number,drawn_on,serial_number,opening_value,closing_value,generated_kwh,exported_kwh,consumed_kwh,price,amount,income_tax_percent,income_tax,military_levy_percent,military_levy,paid,paid_on,iban',
  'distribution-operators.csv': 'operator_code,name,edrpou,iban,bank_name,phone',
  'price-components.csv': 'kind,subject,voltage_class,valid_from,valid_to,price,source',
  'economic-rates.csv': 'kind,valid_from,value,source',
  'company-information.csv':
    'customer_code,vat_number,legal_address,postal_address,bank_name,iban,signer_name,signer_post,signer_ground',
  'entity-contracts.csv':
    'account_number,valid_from,contract_number,signed_on,ends_on,price_kind,operator_code,offer_code,fixed_price,with_transmission,with_distribution,is_one_price,payment_form,planned_parts,due_day,due_working_days,rounding,document_exchange,late_percent,penalty_rate_times,correction_rule,correction_day,volume_tolerance,silent_acceptance_days',
  'contract-points.csv':
    'account_number,eic_code,valid_from,object_name,address,cost_centre,voltage_class,is_group_a,loss_mode,loss_percent,loss_fixed_kwh,loss_transformer,loss_line,reactive_equivalent',
  'sub-consumers.csv': 'account_number,eic_code,main_eic_code,valid_from,valid_to,name,is_billed',
  'contract-volumes.csv': 'account_number,eic_code,period,document,kwh,applied_on',
  'meter-channels.csv': 'account_number,serial_number,channel,installed_value,removed_value',
  'channel-readings.csv': 'account_number,serial_number,channel,period,value,source,submitted_on',
  'hourly-values.csv': 'account_number,eic_code,day,channel,hours',
  'volume-corrections.csv': 'account_number,eic_code,period,document,kwh,recorded_on',
  'reactive-payments.csv': 'account_number,reference,paid_on,amount',
  'tax-invoices.csv':
    'account_number,issued_on,number,period,kind,adjusted_number,adjusted_on,reason,quantity_kwh,net,vat,registration,registration_number,registered_on',
  'sign-ins.csv': 'phone,accounts,password,customer_type',
} as const;

type FileName = keyof typeof columns;
export type SupplierFiles = Readonly<Record<FileName, CsvFile>>;

/** Opens every file of a folder. */
export function openSupplierFiles(folder: string): SupplierFiles {
  return Object.fromEntries(
    Object.entries(columns).map(([name, header]) => [name, new CsvFile(folder, name, header.split(','))]),
  ) as SupplierFiles;
}

/** As the files write a yes or a no. */
export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
