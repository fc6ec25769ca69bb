import type { USAGE_INTERVALS } from '#billing/api/data-export.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { localDate } from '#domain/time/local-date.ts';
import { uuidOfName } from '#platform/uuid.ts';
import { codes, espiMoney, interval, localTimeParameters, qualityOf, secondsOf } from './espi-values.ts';
import { intervalBlock, readingType, seriesOf, type UsageBill } from './register-series.ts';
import { element, textElement, writeXml, type XmlElement } from './xml.ts';

/** Under it the paths of resources give their ids. */
const space = '3bcdc5d9-d9fd-4bd2-b067-7825b171ca67';

interface Resource {
  /** Where it would be: 'UsagePoint/1/MeterReading/2'. */
  readonly path: string;
  readonly title: string;
  /** Resources that belong to it. */
  readonly related: readonly string[];
  readonly content: XmlElement;
}

/** The same for the same resource of the same account, whenever it is asked for. */
const resourceId = (accountNumber: string, path: string) =>
  `urn:uuid:${uuidOfName(space, `${accountNumber}/${path}`)}`;

/** A resource as an entry of the feed (RFC 4287, section 4.1.2), tied to others by links as ESPI does. */
function atomEntry(accountNumber: string, at: Instant, resource: Resource): XmlElement {
  const { path, title, related, content } = resource;
  const moment = instantToIso(at);
  return element('entry', [
    textElement('id', resourceId(accountNumber, path)),
    link('self', path),
    link('up', path.slice(0, path.lastIndexOf('/'))),
    ...related.map((other) => link('related', other)),
    textElement('title', title, { type: 'text' }),
    element('content', [content], { type: 'application/xml' }),
    textElement('published', moment),
    textElement('updated', moment),
  ]);
}

/** A link to a resource, or to all resources of a kind when the path ends with their name. */
function link(rel: 'self' | 'up' | 'related', path: string): XmlElement {
  const parts = path.split('/');
  const type = parts.length % 2 === 0 ? `espi-entry/${parts.at(-2)}` : `espi-feed/${parts.at(-1)}`;
  return element('link', [], { rel, href: path, type });
}

/** A bill: energy and sum of its month, recalculations as what came in addition. Order: espi.xsd, UsageSummary. */
function usageSummary(bill: UsageBill, tariffTitle: string): XmlElement {
  const period = billingPeriod(bill.period);
  const issued = secondsOf(localDate(bill.issuedOn));
  return element('espi:UsageSummary', [
    interval('espi:billingPeriod', firstDay(period), firstDayAfter(period)),
    textElement('espi:billLastPeriod', espiMoney(bill.charged)),
    textElement('espi:costAdditionalLastPeriod', espiMoney(bill.recalculated)),
    textElement('espi:currency', codes.hryvnia),
    element('espi:overallConsumptionLastPeriod', [
      textElement('espi:powerOfTenMultiplier', codes.ones),
      textElement('espi:timeStamp', secondsOf(firstDayAfter(period))),
      textElement('espi:uom', codes.wattHours),
      textElement('espi:value', bill.energyWh),
    ]),
    textElement('espi:qualityOfReading', bill.isEstimated ? qualityOf.estimated : qualityOf.actual),
    textElement('espi:statusTimeStamp', issued),
    textElement('espi:commodity', codes.secondaryMetered),
    textElement('espi:tariffProfile', [...tariffTitle].slice(0, 256).join('')),
  ]);
}

type Usage = ModuleOutput<typeof USAGE_INTERVALS>;

const usagePoint = 'UsagePoint/1';
const localTime = 'LocalTimeParameters/1';

const zones = { single: 'доба', day: 'день', night: 'ніч', peak: 'пік', halfPeak: 'напівпік' } as const;

/**
 * Consumption and bills as Green Button: an Atom feed of ESPI resources, one usage point, a series for each register,
 * a summary for each bill. Sources: espi.xsd 3.3 and 4.0 (the same for what is here), RFC 4287.
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
