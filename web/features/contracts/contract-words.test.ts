import { describe, expect, test } from 'vitest';
import type { getCompany, listPointPassports } from '#contract/contracts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { termsOf } from './company-panel.tsx';
import { passportOf } from './point-list.tsx';
import { text } from './text.ts';

type Version = OutputOf<typeof getCompany>['versions'][number];
type Point = OutputOf<typeof listPointPassports>['points'][number];

const version: Version = {
  validFrom: '2026-01-01',
  contractNumber: 'E-1',
  signedOn: '2025-12-20',
  endsOn: null,
  priceKind: 'spot',
  fixedPrice: null,
  withTransmission: true,
  withDistribution: true,
  paymentForm: 'byFact',
  plannedParts: [],
  dueDay: null,
  dueWorkingDays: 5,
  documentExchange: 'cabinet',
  silentAcceptanceDays: null,
  latePercentHundredths: 300,
  penaltyRateTimes: 0,
  operator: null,
};
const terms = (more: Partial<Version>) => new Map(termsOf({ ...version, ...more }));

describe('termsOf', () => {
  test.each<[Partial<Version>, string]>([
    [{}, text.bothNetworks],
    [{ withDistribution: false }, text.transmission],
    [{ withTransmission: false }, text.distribution],
    [{ withTransmission: false, withDistribution: false }, text.noNetworks],
    [{ priceKind: 'universal', withTransmission: false }, text.inPrice],
  ])('networks of %j', (more, expected) => expect(terms(more).get(text.networks)).toBe(expected));

  test('names the parts of a plan', () => {
    const plannedParts = [
      { day: 5, percent: 30 },
      { day: 15, percent: 70 },
    ];
    expect(terms({ paymentForm: 'planned', plannedParts }).get(text.payment)).toBe(
      'планові платежі: 30 % до 5-го, 70 % до 15-го',
    );
  });

  test('names a fixed price with its VAT', () =>
    expect(terms({ priceKind: 'fixedGross', fixedPrice: '9.15598' }).get(text.price)).toBe(
      'стала, 9,15598 грн/кВт·год із ПДВ',
    ));

  test.each([
    [300, 0, '3 % річних та інфляція'],
    [1550, 2, '15,5 % річних, інфляція, пеня 2 облікові ставки НБУ'],
  ])('lateness of %d hundredths and %d discount rates', (latePercentHundredths, penaltyRateTimes, expected) =>
    expect(terms({ latePercentHundredths, penaltyRateTimes }).get(text.late)).toBe(expected),
  );

  test('says the operator only where it is known', () => {
    expect(terms({}).has(text.operator)).toBe(false);
    const operator = { name: 'Grids', edrpou: '00130694', phone: '' };
    expect(terms({ operator }).get(text.operator)).toBe('Grids');
  });
});

test('passportOf leaves out what a point does not have', () => {
  const point: Point = {
    eic: '62Z',
    objectName: '',
    address: '',
    costCentre: '',
    pointState: 'active',
    voltageClass: null,
    contractedPowerKw: 4.5,
    isGroupA: false,
    loss: { mode: 'none' },
    reactiveEquivalent: null,
    mainEic: null,
    subConsumers: [],
    meters: [],
  };
  expect(passportOf(point)).toEqual(['4,5\u00a0кВт']);
  const more = { isGroupA: true, loss: { mode: 'fixed', kwh: 120 }, reactiveEquivalent: '0.08' } as const;
  const full = passportOf({ ...point, ...more, voltageClass: 2, mainEic: '62M' });
  expect(full).toEqual([
    '2 клас',
    '4,5\u00a0кВт',
    'група А',
    'втрати 120\u00a0кВт·год на місяць',
    'реактивна енергія, D\u00a00,08',
    'за точкою 62M',
  ]);
});
