/** A type of espi.xsd: a simple one by what it admits, a complex one by its elements in their order. */
export type EspiType =
  | { readonly simple: RegExp; readonly least?: bigint; readonly most?: bigint }
  | { readonly sequence: readonly EspiElement[] };

interface EspiElement {
  readonly name: string;
  readonly type: string;
  /** Absent: once at most. */
  readonly many?: true;
  readonly required?: true;
}

const whole = /^-?\d+$/;
const optional = (name: string, type: string): EspiElement => ({ name, type });
const required = (name: string, type: string): EspiElement => ({ name, type, required: true });
const many = (name: string, type: string): EspiElement => ({ name, type, many: true });

/**
 * The types of what Green Button files hold, as espi.xsd 3.3 and 4.0 lay them down: names, order, types. Codes are unions
 * of a list with the whole 16 bits, so that every number of them is valid.
 */
export const espiTypes: Readonly<Record<string, EspiType>> = {
  UInt16: { simple: /^\d+$/, most: 65_535n },
  Int16: { simple: whole, least: -32_768n, most: 32_767n },
  UInt32: { simple: /^\d+$/, most: 4_294_967_295n },
  Int48: { simple: whole, least: -140_737_488_355_328n, most: 140_737_488_355_327n },
  TimeType: { simple: whole, least: -(2n ** 63n), most: 2n ** 63n - 1n },
  HexBinary32: { simple: /^(?:[0-9A-Fa-f]{2}){1,4}$/ },
  String256: { simple: /^[\s\S]{0,256}$/u },
  DateTimeInterval: { sequence: [required('duration', 'UInt32'), required('start', 'TimeType')] },
  SummaryMeasurement: {
    sequence: [
      optional('powerOfTenMultiplier', 'Int16'),
      optional('timeStamp', 'TimeType'),
      optional('uom', 'UInt16'),
      optional('value', 'Int48'),
    ],
  },
  ServiceCategory: { sequence: [required('kind', 'UInt16')] },
  UsagePoint: { sequence: [optional('ServiceCategory', 'ServiceCategory')] },
  LocalTimeParameters: {
    sequence: [
      required('dstEndRule', 'HexBinary32'),
      required('dstOffset', 'TimeType'),
      required('dstStartRule', 'HexBinary32'),
      required('tzOffset', 'TimeType'),
    ],
  },
  MeterReading: { sequence: [] },
  ReadingType: {
    sequence: [
      optional('accumulationBehaviour', 'UInt16'),
      optional('commodity', 'UInt16'),
      optional('consumptionTier', 'Int16'),
      optional('currency', 'UInt16'),
      optional('dataQualifier', 'UInt16'),
      optional('defaultQuality', 'UInt16'),
      optional('flowDirection', 'UInt16'),
      optional('intervalLength', 'UInt32'),
      optional('kind', 'UInt16'),
      optional('phase', 'UInt16'),
      optional('powerOfTenMultiplier', 'Int16'),
      optional('timeAttribute', 'UInt16'),
      optional('tou', 'Int16'),
      optional('uom', 'UInt16'),
      optional('cpp', 'Int16'),
    ],
  },
  ReadingQuality: { sequence: [required('quality', 'UInt16')] },
  IntervalReading: {
    sequence: [
      optional('cost', 'Int48'),
      many('ReadingQuality', 'ReadingQuality'),
      optional('timePeriod', 'DateTimeInterval'),
      optional('value', 'Int48'),
      optional('consumptionTier', 'Int16'),
      optional('tou', 'Int16'),
      optional('cpp', 'Int16'),
    ],
  },
  IntervalBlock: {
    sequence: [optional('interval', 'DateTimeInterval'), many('IntervalReading', 'IntervalReading')],
  },
  UsageSummary: {
    sequence: [
      optional('billingPeriod', 'DateTimeInterval'),
      optional('billLastPeriod', 'Int48'),
      optional('billToDate', 'Int48'),
      optional('costAdditionalLastPeriod', 'Int48'),
      optional('currency', 'UInt16'),
      optional('overallConsumptionLastPeriod', 'SummaryMeasurement'),
      optional('currentBillingPeriodOverAllConsumption', 'SummaryMeasurement'),
      optional('qualityOfReading', 'UInt16'),
      required('statusTimeStamp', 'TimeType'),
      optional('commodity', 'UInt16'),
      optional('tariffProfile', 'String256'),
      optional('readCycle', 'String256'),
    ],
  },
};

/** What may stand as the content of an entry. */
export const espiResources = [
  'UsagePoint',
  'LocalTimeParameters',
  'MeterReading',
  'ReadingType',
  'IntervalBlock',
  'UsageSummary',
] as const;
