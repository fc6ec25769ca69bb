import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceFromText } from '../price.ts';
import { billingPeriod } from '../time/billing-period.ts';
import { localDate } from '../time/local-date.ts';
import type { ContractTerms } from './contract-terms.ts';
import { type PriceComponent, priceInBase, priceOfPoint } from './price-formula.ts';
import { spotTerms, version } from './testing/sample-contract.ts';

const april = billingPeriod('2026-04');
const all: PriceComponent[] = [
  version('dayAhead', '5.98037'),
  version('margin', '0', { subject: 'SPOT-15' }),
  version('purchase', '8.45151', { subject: 'SPOT-15' }),
  version('universalTariff', '0.23462', { subject: 'SPOT-15' }),
  version('transmission', '0.74291'),
  version('distribution', '0.4881', { subject: 'VOE', voltageClass: 1 }),
  version('distribution', '2.75218', { subject: 'VOE', voltageClass: 2 }),
];
const fixed: ContractTerms = { ...spotTerms, priceKind: 'fixedNet', fixedPrice: priceFromText('7.5') };
const noNetworks = { withTransmission: false, withDistribution: false };

/** The base and each component as "kind price", or what is missing. */
function textOf(terms: ContractTerms, components: readonly PriceComponent[] = all) {
  const found = priceOfPoint(terms, components, april, 2);
  if (found.kind === 'missing') return `no ${found.component}`;
  return [found.base, ...found.components.map(({ kind, price }) => `${kind} ${price}`)].join(', ');
}

const networks = 'transmission 742910, distribution 2752180';

describe('priceInBase', () => {
  test.each([
    ['9.15598', 'gross', 'net', '7.629983'],
    ['7.62998', 'net', 'gross', '9.155976'],
    ['9.15598', 'gross', 'gross', '9.15598'],
    ['9.15598', 'net', 'net', '9.15598'],
  ] as const)('%s of base %s in base %s is %s', (price, from, to, expected) => {
    expect(priceInBase(priceFromText(price), from, to)).toBe(priceFromText(expected));
  });
});

describe('priceOfPoint', () => {
  test.each<[string, ContractTerms, string]>([
    ['spot', spotTerms, `net, dayAhead 5980370, margin 0, ${networks}`],
    ['spot without networks', { ...spotTerms, ...noNetworks }, 'net, dayAhead 5980370, margin 0'],
    [
      'spot with transmission alone',
      { ...spotTerms, withDistribution: false },
      'net, dayAhead 5980370, margin 0, transmission 742910',
    ],
    [
      'universal, which has both networks always',
      { ...spotTerms, ...noNetworks, priceKind: 'universal' },
      `net, purchase 8451510, universalTariff 234620, ${networks}`,
    ],
    ['fixed net', fixed, `net, fixed 7500000, ${networks}`],
    [
      'fixed net with distribution alone',
      { ...fixed, withTransmission: false },
      'net, fixed 7500000, distribution 2752180',
    ],
    [
      'fixed gross, which has everything inside',
      { ...fixed, priceKind: 'fixedGross' },
      'gross, fixed 7500000',
    ],
    ['fixed net as one price', { ...fixed, isOnePrice: true }, 'net, allIn 10995090'],
    [
      'fixed gross as one price',
      { ...fixed, priceKind: 'fixedGross', isOnePrice: true },
      'gross, allIn 7500000',
    ],
  ])('composes %s', (_, terms, text) => {
    expect(textOf(terms)).toBe(text);
  });

  test.each(['dayAhead', 'margin', 'transmission', 'distribution'])(
    'names %s when it is missing',
    (missing) => {
      const rest = all.filter(({ kind }) => kind !== missing);
      expect(textOf(spotTerms, rest)).toBe(`no ${missing}`);
    },
  );

  test.each<[string, Partial<ContractTerms>, string]>([
    ['distribution of another operator', { operatorCode: 'DNIPRO' }, 'no distribution'],
    ['margin of another offer', { offerCode: 'USP' }, 'no margin'],
    ['purchase price of another offer', { offerCode: 'USP', priceKind: 'universal' }, 'no purchase'],
  ])('takes no %s', (_, terms, text) => {
    expect(textOf({ ...spotTerms, ...terms })).toBe(text);
  });

  test('refuses a fixed contract without a price', () => {
    expect(() => textOf({ ...fixed, fixedPrice: null })).toThrow(RangeError);
  });

  const dated = (from: string, to: string | null, price: string) =>
    version('dayAhead', price, { validFrom: localDate(from), validTo: to === null ? null : localDate(to) });

  test.each<[string, PriceComponent[], string]>([
    ['the only one', [dated('2025-01-01', null, '5')], 'net, dayAhead 5000000'],
    ['one that begins with the period', [dated('2026-04-01', null, '5')], 'net, dayAhead 5000000'],
    ['none that begins later', [dated('2026-05-01', null, '5')], 'no dayAhead'],
    ['none that ended before', [dated('2026-03-01', '2026-03-31', '5')], 'no dayAhead'],
    [
      'one whose last day is the first of the period',
      [dated('2026-03-01', '2026-04-01', '5')],
      'net, dayAhead 5000000',
    ],
    [
      'the latest of several',
      [dated('2026-01-01', null, '5'), dated('2026-03-01', null, '7'), dated('2026-02-01', null, '6')],
      'net, dayAhead 7000000',
    ],
    [
      'an open one after a later one ended',
      [dated('2026-03-01', '2026-03-31', '7'), dated('2026-01-01', null, '5')],
      'net, dayAhead 5000000',
    ],
  ])('chooses %s', (_, versions, text) => {
    const margin = version('margin', '0', { subject: 'SPOT-15' });
    expect(textOf({ ...spotTerms, ...noNetworks }, [...versions, margin])).toBe(
      text.replace(/\d$/, '$&, margin 0'),
    );
  });

  test('prefers the version of the own class to one of any class that begins on the same day', () => {
    const any = version('transmission', '0.9');
    const own = version('transmission', '0.8', { voltageClass: 2 });
    const terms = { ...fixed, withDistribution: false };
    expect(textOf(terms, [any, own])).toBe('net, fixed 7500000, transmission 800000');
    expect(textOf(terms, [own, any])).toBe('net, fixed 7500000, transmission 800000');
  });

  test('prefers a later version of any class to an earlier one of the own', () => {
    const own = version('transmission', '0.8', { voltageClass: 2, validFrom: localDate('2026-01-01') });
    const any = version('transmission', '0.9');
    const terms = { ...fixed, withDistribution: false };
    expect(textOf(terms, [any, own])).toBe('net, fixed 7500000, transmission 900000');
    expect(textOf(terms, [own, any])).toBe('net, fixed 7500000, transmission 900000');
  });

  test('tells the day and source of each component, and of one price the latest day and all sources', () => {
    const older = version('transmission', '0.74291', { validFrom: localDate('2026-01-01'), source: 'T' });
    const components = [older, ...all.filter(({ kind }) => kind !== 'transmission')];
    expect(priceOfPoint(fixed, components, april, 2)).toMatchObject({
      components: [
        { kind: 'fixed', priceFrom: null, source: '' },
        { kind: 'transmission', priceFrom: '2026-01-01', source: 'T' },
        { kind: 'distribution', priceFrom: '2026-04-01', source: 'distribution' },
      ],
    });
    expect(priceOfPoint({ ...fixed, isOnePrice: true }, components, april, 2)).toMatchObject({
      components: [{ priceFrom: '2026-04-01', source: 'T; distribution' }],
    });
    const oldDistribution = components.map((one) =>
      one.kind === 'transmission' ? version('transmission', '1') : { ...one, validFrom: older.validFrom },
    );
    expect(priceOfPoint({ ...fixed, isOnePrice: true }, oldDistribution, april, 2)).toMatchObject({
      components: [{ priceFrom: '2026-04-01' }],
    });
    expect(priceOfPoint({ ...fixed, ...noNetworks, isOnePrice: true }, [], april, 2)).toMatchObject({
      components: [{ priceFrom: null, source: '' }],
    });
  });

  test('is the same for components in any order', () => {
    const history = [...all, version('dayAhead', '5', { validFrom: localDate('2026-01-01') })];
    fc.assert(
      fc.property(fc.shuffledSubarray(history, { minLength: history.length }), (shuffled) => {
        expect(priceOfPoint(spotTerms, shuffled, april, 2)).toEqual(
          priceOfPoint(spotTerms, history, april, 2),
        );
      }),
    );
  });
});
