import { roundHours } from '#domain/invoices/hourly.ts';
import {
  accountNumber,
  type ColumnKind,
  choice,
  date,
  dialValue,
  eicCode,
  money,
  period,
  text,
} from './column-kind.ts';
import { type FileFormat, optional, required } from './file-format.ts';

const reactiveAndExport = ['export', 'reactiveImport', 'reactiveExport'] as const;

export const meterChannelFormat: FileFormat = {
  file: 'meter-channels.csv',
  stage: 'stage_meter_channel',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    serial_number: required(text(30)),
    channel: required(choice(reactiveAndExport)),
    installed_value: required(dialValue),
    removed_value: optional(dialValue),
  },
};

export const channelReadingFormat: FileFormat = {
  file: 'channel-readings.csv',
  stage: 'stage_channel_reading',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    serial_number: required(text(30)),
    channel: required(choice(reactiveAndExport)),
    period: required(period),
    value: required(dialValue),
    source: optional(choice(['customer', 'operator', 'remote', 'import'], 'import')),
    submitted_on: optional(date),
  },
};

const FEWEST_HOURS = 23;
const MOST_HOURS = 25;

/** "0.4;0.412;…": kWh or kvarh of each hour with at most three decimals; staged as whole ones of the same sum. */
const hours: ColumnKind = {
  sqlType: 'integer[]',
  code: 'value.hours',
  parse(value) {
    const values = value.split(';').map((part) => {
      const [, whole = '', rest = ''] = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(part.trim()) ?? [];
      return whole === '' ? undefined : Number(whole + rest.padEnd(3, '0'));
    });
    const known = values.filter((one) => one !== undefined);
    if (known.length !== values.length) return undefined;
    return known.length >= FEWEST_HOURS && known.length <= MOST_HOURS
      ? `{${roundHours(known).join(',')}}`
      : undefined;
  },
  written: (column) => `array_to_string(${column}, ';')`,
};

export const hourlyValueFormat: FileFormat = {
  file: 'hourly-values.csv',
  stage: 'stage_hourly_value',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    eic_code: required(eicCode),
    day: required(date),
    channel: optional(choice(['import', ...reactiveAndExport], 'import')),
    hours: required(hours),
  },
};

export const volumeCorrectionFormat: FileFormat = {
  file: 'volume-corrections.csv',
  stage: 'stage_volume_correction',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    eic_code: required(eicCode),
    period: required(period),
    document: required(text(200)),
    kwh: required({
      sqlType: 'bigint',
      code: 'value.correction',
      parse: (value) =>
        /^-?\d{1,9}$/.test(value) && Number(value) !== 0 ? String(Number(value)) : undefined,
    }),
    recorded_on: required(date),
    booked_period: optional(period),
  },
  checkRow: (row) =>
    row.booked_period && row.booked_period < (row.period ?? '')
      ? [{ column: 'booked_period', code: 'dates.order' }]
      : [],
};

/** What the operator of a network reports as paid to it for reactive energy. */
export const reactivePaymentFormat: FileFormat = {
  file: 'reactive-payments.csv',
  stage: 'stage_reactive_payment',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    reference: required(text(60)),
    paid_on: required(date),
    amount: required(money('positive')),
  },
};
