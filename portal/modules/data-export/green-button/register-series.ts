import type { USAGE_INTERVALS } from '#billing/api/data-export.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { localDate } from '#domain/time/local-date.ts';
import { codes, espiMoney, interval, qualityOf, timeOfUseOf } from './espi-values.ts';
import { element, textElement, type XmlElement } from './xml.ts';

type Usage = ModuleOutput<typeof USAGE_INTERVALS>;
export type UsageInterval = Usage['intervals'][number];
export type UsageBill = Usage['bills'][number];

/** What a register counted, month by month. */
export interface RegisterSeries {
  readonly meterSerial: string;
  readonly zone: UsageInterval['zone'];
  readonly intervals: readonly UsageInterval[];
}

/** The registers in the order in which they came. */
export function seriesOf(intervals: readonly UsageInterval[]): RegisterSeries[] {
  const byRegister = Map.groupBy(intervals, ({ meterSerial, zone }) => `${meterSerial} ${zone}`);
  return [...byRegister.values()].flatMap((ofRegister) => {
    const [first] = ofRegister;
    return first ? [{ meterSerial: first.meterSerial, zone: first.zone, intervals: ofRegister }] : [];
  });
}

/** Energy of a register in watt-hours, by difference, month by month. Order: espi.xsd, ReadingType. */
export function readingType({ zone }: RegisterSeries): XmlElement {
  return element('espi:ReadingType', [
    textElement('espi:accumulationBehaviour', codes.deltaData),
    textElement('espi:commodity', codes.secondaryMetered),
    textElement('espi:currency', codes.hryvnia),
    textElement('espi:dataQualifier', codes.normal),
    textElement('espi:flowDirection', codes.delivered),
    textElement('espi:kind', codes.energy),
    textElement('espi:powerOfTenMultiplier', codes.ones),
    textElement('espi:timeAttribute', codes.billingPeriod),
    textElement('espi:tou', timeOfUseOf[zone]),
    textElement('espi:uom', codes.wattHours),
  ]);
}

/** A month of a register with its cost. Order: espi.xsd, IntervalBlock and IntervalReading. */
export function intervalBlock({ from, to, cost, energyWh, basis }: UsageInterval): XmlElement {
  const [first, next] = [localDate(from), localDate(to)];
  return element('espi:IntervalBlock', [
    interval('espi:interval', first, next),
    element('espi:IntervalReading', [
      textElement('espi:cost', espiMoney(cost)),
      element('espi:ReadingQuality', [textElement('espi:quality', qualityOf[basis])]),
      interval('espi:timePeriod', first, next),
      textElement('espi:value', energyWh),
    ]),
  ]);
}
