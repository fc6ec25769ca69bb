import { supplierFiles } from './supplier-files.ts';

export const company = '1000000009';
export const mainEic = '62Z000000000901C';
export const subEic = '62Z000000000902A';

/** A company with a main point and a sub-consumer behind it, beside the household of the smallest folder. */
const base = {
  'customers.csv': `${supplierFiles['customers.csv']}E1,entity,,,,Firm,44702151,+380501110009,b@b.example
`,
  'accounts.csv': `${supplierFiles['accounts.csv']}${company},E1,FIRM0009,N9,2024-01-09,,62X0000000009005,household,normal,no,no,0,2024-01-09
`,
  'premises.csv': `${supplierFiles['premises.csv']}${company},46901,Region,Town,Street,9,,none,1
`,
  'metering-points.csv': `${supplierFiles['metering-points.csv']}${company},${mainEic},active,400,no
${company},${subEic},active,50,no
`,
  'meters.csv': `${supplierFiles['meters.csv']}${company},${mainEic},M1,Type,single,6,20,working,2021-05-18,,
${company},${subEic},M2,Type,single,6,1,working,2021-05-18,,
`,
  'registers.csv': `${supplierFiles['registers.csv']}${company},M1,single,0,
${company},M2,single,0,
`,
  'readings.csv': `${supplierFiles['readings.csv']}${company},M1,single,2026-10-01,1000,customer,2026-10-01
${company},M1,single,2026-11-01,2668,customer,2026-11-01
${company},M2,single,2026-10-01,500,customer,2026-10-01
${company},M2,single,2026-11-01,10340,customer,2026-11-01
`,
} as const;

const hours = (count: number) => Array.from({ length: count }, () => '0.4').join(';');

/** Every file of legal entities, with a row for each kind of value. */
export const entityFiles = {
  ...supplierFiles,
  ...base,
  'distribution-operators.csv': `operator_code,name,edrpou,iban,bank_name,phone
OP,Operator,41203457,UA673052990000026005050100007,Bank,0 800 1
`,
  'price-components.csv': `kind,subject,voltage_class,valid_from,valid_to,price,source
dayAhead,,0,2026-10-01,2026-10-31,5.98037,Market
margin,SPOT,,2026-10-01,,0.15,Offer
transmission,,,2026-04-01,,0.74291,Order 1
distribution,OP,2,2026-04-01,2026-10-31,2.75218,Order 2
`,
  'economic-rates.csv': `kind,valid_from,value,source
inflation,2026-10-01,100.7,Statistics
discountRate,2026-10-01,15.5,Bank
`,
  'company-information.csv': `customer_code,vat_number,legal_address,postal_address,bank_name,iban,signer_name,signer_post,signer_ground
E1,447021519180,Street 9,,Bank,UA353052990000026005050100001,Name,Head,Statute
`,
  'entity-contracts.csv': `account_number,valid_from,contract_number,signed_on,ends_on,price_kind,operator_code,offer_code,fixed_price,with_transmission,with_distribution,is_one_price,payment_form,planned_parts,due_day,due_working_days,rounding,document_exchange,late_percent,penalty_rate_times,correction_rule,correction_day,volume_tolerance
${company},2024-01-09,N9,2024-01-09,,spot,OP,SPOT,,,,no,planned,5=30;15=30;25=40,20,10,,signature,15.25,2,monthBefore,20,10
`,
  'contract-points.csv': `account_number,eic_code,valid_from,object_name,address,cost_centre,voltage_class,is_group_a,loss_mode,loss_percent,loss_fixed_kwh,loss_transformer,loss_line,reactive_equivalent
${company},${mainEic},2024-01-09,Shop,Town,Centre,2,yes,formula,,,rated_kva=250;no_load_kw=0.74;load_kw=3.7;form_factor=1.15,resistance_ohm=0.35;voltage_kv=10;form_factor=1.15,0.08
${company},${subEic},2024-01-09,Tenant,Town,Centre,2,no,percent,1.5,,,,
`,
  'sub-consumers.csv': `account_number,eic_code,main_eic_code,valid_from,valid_to,name,is_billed
${company},${subEic},${mainEic},2024-01-09,,Tenant,yes
`,
  'contract-volumes.csv': `account_number,eic_code,period,document,kwh,applied_on
${company},${mainEic},2026-12,Annex 1,30000,
${company},${mainEic},2026-12,Agreement 2,33000,2026-11-01
${company},${subEic},2026-12,Annex 1,9000,
`,
  'meter-channels.csv': `account_number,serial_number,channel,installed_value,removed_value
${company},M1,reactiveImport,0,
${company},M1,reactiveExport,0,
`,
  'channel-readings.csv': `account_number,serial_number,channel,period,value,source,submitted_on
${company},M1,reactiveImport,2026-09,100,customer,2026-10-01
${company},M1,reactiveImport,2026-10,1184,customer,2026-11-01
${company},M1,reactiveExport,2026-09,10,,
`,
  'hourly-values.csv': `account_number,eic_code,day,channel,hours
${company},${mainEic},2026-10-24,,${hours(24)}
${company},${mainEic},2026-10-25,reactiveImport,${hours(25)}
`,
  'volume-corrections.csv': `account_number,eic_code,period,document,kwh,recorded_on
${company},${mainEic},2026-10,Act 1,-100,2026-11-15
`,
  'reactive-payments.csv': `account_number,reference,paid_on,amount
${company},R-1,2026-11-10,1000.50
`,
  'tax-invoices.csv': `account_number,issued_on,number,period,kind,adjusted_number,adjusted_on,reason,quantity_kwh,net,vat,registration,registration_number,registered_on
${company},2026-10-31,152,2026-10,,,,,33360,321105.34,64221.07,registered,9301234567,2026-11-10
${company},2026-11-15,7,2026-10,adjustment,152,2026-10-31,Volume,-100,-962.55,-192.51,sent,,
`,
} as const;

type EntityFile = keyof typeof entityFiles;

/** The folder with texts of files exchanged. */
export function exchanged(
  ...changes: readonly (readonly [EntityFile, from: string, to: string, ...unknown[]])[]
) {
  const files: Record<EntityFile, string> = { ...entityFiles };
  for (const [file, from, to] of changes) {
    if (!files[file].includes(from)) throw new RangeError(`${file} has no ${from}`);
    files[file] = files[file].replace(from, to);
  }
  return files;
}

/** One file with one more line. */
export const withLine = (file: EntityFile, text: string) => ({ [file]: `${entityFiles[file]}${text}\n` });

const contractLine = entityFiles['entity-contracts.csv'].split('\n')[1] ?? '';

const changedFiles: [string, Record<string, string>, unknown[]][] = [
  [
    'a fixed price of a contract by the market',
    exchanged(['entity-contracts.csv', 'SPOT,,', 'SPOT,6.5,']),
    ['entity-contracts.csv', 2, 'fixed_price', 'value.notWanted', '6.5'],
  ],
  [
    'a market contract without an offer',
    exchanged(['entity-contracts.csv', 'OP,SPOT', 'OP,']),
    ['entity-contracts.csv', 2, 'offer_code', 'value.required', ''],
  ],
  [
    'planned parts that make no whole',
    exchanged(['entity-contracts.csv', '25=40', '25=41']),
    ['entity-contracts.csv', 2, 'planned_parts', 'value.plan', '5=30;15=30;25=41'],
  ],
  [
    'a plan without parts',
    exchanged(['entity-contracts.csv', '5=30;15=30;25=40', '']),
    ['entity-contracts.csv', 2, 'planned_parts', 'value.required', ''],
  ],
  [
    'a rate with three decimals',
    exchanged(['entity-contracts.csv', '15.25', '15.255']),
    ['entity-contracts.csv', 2, 'late_percent', 'value.decimal', '15.255'],
  ],
  [
    'a contract that ends before it begins',
    exchanged(['entity-contracts.csv', 'N9,2024-01-09,,', 'N9,2024-01-09,2023-12-31,']),
    ['entity-contracts.csv', 2, 'ends_on', 'dates.order', '2023-12-31'],
  ],
  [
    'a contract that is there twice',
    withLine('entity-contracts.csv', contractLine),
    ['entity-contracts.csv', 3, 'valid_from', 'key.repeated', '2024-01-09'],
  ],
  [
    'a contract of an unknown account',
    withLine('entity-contracts.csv', contractLine.replace(company, '1000000008')),
    ['entity-contracts.csv', 3, 'account_number', 'reference.unknown', '1000000008'],
  ],
  [
    'an unknown operator',
    exchanged(['entity-contracts.csv', ',OP,', ',OTHER,']),
    ['entity-contracts.csv', 2, 'operator_code', 'reference.unknown', 'OTHER'],
  ],
  [
    'an offer without a margin',
    exchanged(['price-components.csv', 'margin,SPOT', 'margin,FIX']),
    ['entity-contracts.csv', 2, 'offer_code', 'contract.priceMissing', 'margin 2026-10'],
  ],
  [
    'an operator without a price of the class',
    exchanged(['price-components.csv', 'distribution,OP,2', 'distribution,OP,1']),
    ['entity-contracts.csv', 2, 'operator_code', 'contract.priceMissing', 'distribution 2 2026-10'],
  ],
  [
    'a point that is not in the contract',
    withLine('metering-points.csv', `${company},62Z0000000009038,active,5,no`),
    ['entity-contracts.csv', 2, 'account_number', 'contract.pointMissing', '62Z0000000009038'],
  ],
  [
    'versions of a part of a price that overlap',
    withLine('price-components.csv', 'distribution,OP,2,2026-10-01,,3.00,Order 3'),
    ['price-components.csv', 5, 'valid_to', 'price.overlap', '2026-10-31'],
  ],
  [
    'information of a person as of a company',
    withLine('company-information.csv', 'C1,,,,,,,,'),
    ['company-information.csv', 3, 'customer_code', 'contract.notOfEntity', 'C1'],
  ],
  [
    'a point of another account',
    withLine('contract-points.csv', `${company},62Z0123456789017,2024-01-09,,,,2,no,none,,,,,`),
    ['contract-points.csv', 4, 'eic_code', 'reference.unknown', '62Z0123456789017'],
  ],
  [
    'a point of an account without a contract',
    withLine('contract-points.csv', '2390001111,62Z0123456789017,2024-01-09,,,,2,no,none,,,,,'),
    ['contract-points.csv', 4, 'account_number', 'point.noContract', '2390001111'],
  ],
  [
    'losses by percents without the percents',
    exchanged(['contract-points.csv', 'percent,1.5', 'percent,']),
    ['contract-points.csv', 3, 'loss_percent', 'value.required', ''],
  ],
  [
    'a transformer without its load losses',
    exchanged(['contract-points.csv', 'load_kw=3.7;', '']),
    [
      'contract-points.csv',
      2,
      'loss_transformer',
      'value.losses',
      'rated_kva=250;no_load_kw=0.74;form_factor=1.15',
    ],
  ],
  [
    'a sub-consumer of an unknown point',
    exchanged(['sub-consumers.csv', `${subEic},${mainEic}`, `${subEic},62Z0123456789017`]),
    ['sub-consumers.csv', 2, 'main_eic_code', 'reference.unknown', '62Z0123456789017'],
  ],
  [
    'a point that feeds itself',
    exchanged(['sub-consumers.csv', `${subEic},${mainEic}`, `${subEic},${subEic}`]),
    ['sub-consumers.csv', 2, 'main_eic_code', 'subConsumer.cycle', subEic],
  ],
  [
    'versions of a sub-consumer that overlap',
    withLine('sub-consumers.csv', `${company},${subEic},${mainEic},2026-01-01,,Tenant,yes`),
    ['sub-consumers.csv', 2, 'valid_to', 'subConsumer.overlap', ''],
  ],
  [
    'a volume of another point',
    exchanged(['contract-volumes.csv', `${subEic},2026-12`, '62Z0123456789017,2026-12']),
    ['contract-volumes.csv', 4, 'eic_code', 'reference.unknown', '62Z0123456789017'],
  ],
  [
    'a volume that is contracted twice',
    withLine('contract-volumes.csv', `${company},${subEic},2026-12,Annex 2,9100,`),
    ['contract-volumes.csv', 5, 'document', 'volume.twice', 'Annex 2'],
  ],
  [
    'a day of corrections without its rule',
    exchanged(['entity-contracts.csv', 'monthBefore,20', ',20']),
    ['entity-contracts.csv', 2, 'correction_day', 'value.notWanted', '20'],
  ],
  [
    'a channel of an unknown meter',
    withLine('meter-channels.csv', `${company},M9,export,0,`),
    ['meter-channels.csv', 4, 'serial_number', 'reference.unknown', 'M9'],
  ],
  [
    'a channel above its dial',
    exchanged(['meter-channels.csv', 'M1,reactiveImport,0,', 'M1,reactiveImport,1000000,']),
    ['meter-channels.csv', 2, 'installed_value', 'dial.tooHigh', '1000000'],
  ],
  [
    'a reading of an unknown channel',
    withLine('channel-readings.csv', `${company},M1,export,2026-10,5,,`),
    ['channel-readings.csv', 5, 'channel', 'reference.unknown', 'export'],
  ],
  [
    'a reading of a channel that goes back',
    exchanged(['channel-readings.csv', '2026-10,1184', '2026-10,99']),
    ['channel-readings.csv', 3, 'value', 'reading.lower', '99'],
  ],
  [
    'a reading of a channel of a month to come',
    exchanged(['channel-readings.csv', 'reactiveExport,2026-09', 'reactiveExport,2026-12']),
    ['channel-readings.csv', 4, 'period', 'dates.future', '2026-12'],
  ],
  [
    'an hour with four decimals',
    exchanged(['hourly-values.csv', ',,0.4;', ',,0.4001;']),
    ['hourly-values.csv', 2, 'hours', 'value.hours', `0.4001;${hours(23)}`.slice(0, 80)],
  ],
  [
    'a day of the other clock with 24 hours',
    exchanged(['hourly-values.csv', `reactiveImport,${hours(25)}`, `reactiveImport,${hours(24)}`]),
    ['hourly-values.csv', 3, 'hours', 'hours.count', '24'],
  ],
  [
    'a correction of nothing',
    exchanged(['volume-corrections.csv', ',-100,', ',0,']),
    ['volume-corrections.csv', 2, 'kwh', 'value.correction', '0'],
  ],
  [
    'a correction of a month that is going on',
    exchanged(['volume-corrections.csv', '2026-10,', '2026-11,']),
    ['volume-corrections.csv', 2, 'period', 'dates.future', '2026-11'],
  ],
  [
    'a correction of a month before the account was opened',
    exchanged(['volume-corrections.csv', '2026-10,', '2023-12,']),
    ['volume-corrections.csv', 2, 'period', 'correction.beforeOpening', '2023-12'],
  ],
  [
    'a payment of reactive energy before the history',
    exchanged(['reactive-payments.csv', '2026-11-10', '2026-09-30']),
    ['reactive-payments.csv', 2, 'paid_on', 'payment.beforeHistory', '2026-09-30'],
  ],
  [
    'a payment of reactive energy of a household',
    withLine('reactive-payments.csv', '2390001111,R-2,2026-11-10,1.00'),
    ['reactive-payments.csv', 3, 'account_number', 'point.noContract', '2390001111'],
  ],
  [
    'an adjustment of an unknown tax invoice',
    exchanged(['tax-invoices.csv', 'adjustment,152', 'adjustment,151']),
    ['tax-invoices.csv', 3, 'adjusted_number', 'reference.unknown', '151'],
  ],
  [
    'an adjustment that names no tax invoice',
    exchanged(['tax-invoices.csv', 'adjustment,152,', 'adjustment,,']),
    ['tax-invoices.csv', 3, 'adjusted_number', 'value.required', ''],
  ],
  [
    'a tax invoice with other VAT than a fifth',
    exchanged(['tax-invoices.csv', '64221.07', '64221.57']),
    ['tax-invoices.csv', 2, 'vat', 'taxInvoice.vat', '64221.57'],
  ],
  [
    'a tax invoice below 0',
    exchanged(['tax-invoices.csv', '33360,321105.34,64221.07', '33360,-0.05,0.00']),
    ['tax-invoices.csv', 2, 'net', 'value.notWanted', '-0.05'],
  ],
  [
    'a registered tax invoice without its number',
    exchanged(['tax-invoices.csv', 'registered,9301234567', 'registered,']),
    ['tax-invoices.csv', 2, 'registration_number', 'value.required', ''],
  ],
  [
    'a tax invoice of a day to come',
    withLine('tax-invoices.csv', `${company},2027-01-31,9,2026-10,,,,,1,5.00,1.00,,,`),
    ['tax-invoices.csv', 4, 'issued_on', 'dates.future', '2027-01-31'],
  ],
  [
    'a tax invoice of a household',
    withLine('tax-invoices.csv', '2390001111,2026-10-31,9,2026-10,,,,,1,5.00,1.00,,,'),
    ['tax-invoices.csv', 4, 'account_number', 'point.noContract', '2390001111'],
  ],
];

/** Folders of a company, each with the one problem it must give: file, line, column, code, value. */
export const entityProblemCases = changedFiles.map(
  ([name, files, problem]) => [name, { ...entityFiles, ...files }, problem] as const,
);
