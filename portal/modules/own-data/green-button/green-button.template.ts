import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { USAGE_INTERVALS } from '#billing/api/usage.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { atomEntry, link, type Resource, resourceId } from './atom-entry.ts';
import { codes } from './espi-values.ts';
import { localTimeParameters } from './local-time.ts';
import { intervalBlock, readingType, seriesOf } from './register-series.ts';
import { usageSummary } from './usage-summary.ts';
import { element, textElement, writeXml } from './xml.ts';

type Usage = ModuleOutput<typeof USAGE_INTERVALS>;

const usagePoint = 'UsagePoint/1';
const localTime = 'LocalTimeParameters/1';

const zones = { single: 'доба', day: 'день', night: 'ніч', peak: 'пік', halfPeak: 'напівпік' } as const;

/**
 * Consumption and bills as Green Button: an Atom feed of ESPI resources, one usage point, a series for each register,
 * a summary for each bill. Sources: espi.xsd 3.3 and 4.0 (the same for what is here), RFC 4287; decision 0041.
 */
export function writeGreenButton(accountNumber: string, usage: Usage, at: Instant): Buffer {
  const entries = resourcesOf(accountNumber, usage).map((resource) => atomEntry(accountNumber, at, resource));
  return writeXml(
    element(
      'feed',
      [
        textElement('id', resourceId(accountNumber, 'feed')),
        textElement('title', `Споживання електроенергії, особовий рахунок ${accountNumber}`, {
          type: 'text',
        }),
        textElement('updated', instantToIso(at)),
        element('author', [textElement('name', accountNumber)]),
        link('self', usagePoint),
        ...entries,
      ],
      { xmlns: 'http://www.w3.org/2005/Atom', 'xmlns:espi': 'http://naesb.org/espi' },
    ),
  );
}

function resourcesOf(accountNumber: string, { tariffTitle, intervals, bills }: Usage): Resource[] {
  const series = seriesOf(intervals);
  return [
    {
      path: usagePoint,
      title: `Особовий рахунок ${accountNumber}`,
      related: [localTime, `${usagePoint}/MeterReading`, `${usagePoint}/UsageSummary`],
      content: element('espi:UsagePoint', [
        element('espi:ServiceCategory', [textElement('espi:kind', codes.electricity)]),
      ]),
    },
    { path: localTime, title: 'Київський час', related: [], content: localTimeParameters() },
    ...series.flatMap((register): Resource[] => {
      const name = encodeURIComponent(`${register.meterSerial}-${register.zone}`);
      const title = `Лічильник № ${register.meterSerial}, ${zones[register.zone]}`;
      const reading = `${usagePoint}/MeterReading/${name}`;
      const type = `ReadingType/${name}`;
      return [
        {
          path: reading,
          title,
          related: [`${reading}/IntervalBlock`, type],
          content: element('espi:MeterReading', []),
        },
        { path: type, title, related: [], content: readingType(register) },
        ...register.intervals.map((interval) => ({
          path: `${reading}/IntervalBlock/${interval.from}`,
          title: `${title}: ${interval.period}`,
          related: [],
          content: intervalBlock(interval),
        })),
      ];
    }),
    ...bills.map((bill) => ({
      path: `${usagePoint}/UsageSummary/${bill.period}`,
      title: `Рахунок ${bill.number} за ${bill.period}`,
      related: [],
      content: usageSummary(bill, tariffTitle),
    })),
  ];
}
