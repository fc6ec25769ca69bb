import { expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { packRule } from './espi-values.ts';
import { writeGreenButton } from './green-button.template.ts';
import type { UsageBill, UsageInterval } from './register-series.ts';
import { checkEspi } from './testing/check-espi.ts';
import { type ReadElement, readXml } from './testing/read-xml.ts';
import { escapeXml } from './xml.ts';

const at = instantFromIso('2026-11-20T10:00:00Z');

const october: UsageInterval = {
  period: '2026-10',
  meterSerial: '21040017',
  meterType: 'НІК 2102',
  zoneScheme: 'two',
  zone: 'day',
  from: '2026-10-01',
  to: '2026-11-01',
  openingValue: 12_345,
  closingValue: 12_425,
  energyWh: 80_000,
  basis: 'actual',
  ground: null,
  isReviewPending: false,
  cost: '345.60',
};
const bill: UsageBill = {
  period: '2026-10',
  number: '2390001111-10.2026',
  issuedOn: '2026-11-03',
  dueOn: '2026-11-20',
  energyWh: 120_000,
  opening: '0.50',
  charged: '432.00',
  recalculated: '-4.32',
  paid: '0.00',
  closing: '428.18',
  isEstimated: false,
};
const usage = {
  tariffTitle: 'Населення <">&\' міське',
  intervals: [
    october,
    { ...october, zone: 'night' as const, energyWh: 40_000, cost: '86.40', basis: 'estimated' as const },
    { ...october, period: '2026-09', from: '2026-09-01', to: '2026-10-01', basis: 'brought' as const },
  ],
  bills: [bill],
};

const written = (data = usage) => writeGreenButton('2390001111', data, at).toString();
const all = (root: ReadElement, name: string): ReadElement[] => [
  ...(root.name === name ? [root] : []),
  ...root.children.flatMap((child) => all(child, name)),
];
const texts = (root: ReadElement, name: string) => all(root, name).map(({ text }) => text);

test('the feed has the structure of Atom and of espi.xsd: names, order, types', () => {
  expect(checkEspi(readXml(written()))).toEqual([]);
  expect(checkEspi(readXml(written({ tariffTitle: '', intervals: [], bills: [] })))).toEqual([]);
});

test('a structure that espi.xsd does not allow is found', () => {
  const changed = (from: RegExp | string, to: string) => checkEspi(readXml(written().replace(from, to)));
  expect(changed(/<espi:commodity>1<\/espi:commodity>/, '')).toEqual([]);
  expect(changed(/(<espi:duration>\d+<\/espi:duration>)(<espi:start>\d+<\/espi:start>)/, '$2$1')).not.toEqual(
    [],
  );
  expect(changed('<espi:value>80000<', '<espi:value>80.5<')).not.toEqual([]);
  expect(changed(/<espi:kind>0<\/espi:kind>/, '')).not.toEqual([]);
  expect(changed(/espi:uom/g, 'espi:unit')).not.toEqual([]);
});

test('a month lasts as long as its clock does: October an hour more', () => {
  const feed = readXml(written());
  const [block] = all(feed, 'espi:IntervalBlock');
  if (!block) throw new Error('no block');
  // 2026-09-30T21:00:00Z: midnight in Kyiv, summer time.
  expect(texts(block, 'espi:start')).toEqual(['1790802000', '1790802000']);
  expect(texts(block, 'espi:duration')).toEqual([String(31 * 86_400 + 3600), String(31 * 86_400 + 3600)]);
  expect(texts(block, 'espi:value')).toEqual(['80000']);
  expect(texts(block, 'espi:cost')).toEqual(['34560000']);
});

test('the quality says how the value came to be, and the time of use which zone it is', () => {
  const feed = readXml(written());
  expect(texts(feed, 'espi:quality')).toEqual(['19', '9', '8']);
  expect(texts(feed, 'espi:tou')).toEqual(['1', '2']);
  expect(texts(feed, 'espi:currency')).toEqual(['980', '980', '980']);
});

test('a bill is a summary: sums in hundred-thousandths, what is given back below zero', () => {
  const [summary] = all(readXml(written()), 'espi:UsageSummary');
  if (!summary) throw new Error('no summary');
  expect(texts(summary, 'espi:billLastPeriod')).toEqual(['43200000']);
  expect(texts(summary, 'espi:costAdditionalLastPeriod')).toEqual(['-432000']);
  expect(texts(summary, 'espi:value')).toEqual(['120000']);
  expect(texts(summary, 'espi:tariffProfile')).toEqual(['Населення <">&\' міське']);
});

test('the same data give the same ids, another account others', () => {
  const ids = (account: string) => texts(readXml(writeGreenButton(account, usage, at).toString()), 'id');
  expect(ids('2390001111')).toEqual(ids('2390001111'));
  expect(ids('2390001112').some((id) => ids('2390001111').includes(id))).toBe(false);
});

test('clocks change on the last Sundays of March and October, as ESPI packs it', () => {
  const feed = readXml(written());
  expect(texts(feed, 'espi:dstStartRule')).toEqual(['3E0E3000']);
  expect(texts(feed, 'espi:dstEndRule')).toEqual(['AE0E4000']);
  // The first Sunday of November at two, as files of America have it.
  expect(packRule({ month: 11, operator: 2, dayOfWeek: 7, hour: 2 })).toBe('B40E2000');
});

test('signs of XML are escaped, and those that it cannot hold are left out', () => {
  expect(escapeXml('<a b="c">&\'\u0000\u0008\ud800 ґ😀')).toBe('&lt;a b=&quot;c&quot;&gt;&amp;&apos; ґ😀');
});
