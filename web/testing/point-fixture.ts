import type { OutputOf } from '#contract/define-call.ts';
import type { readingPoints } from '#contract/readings/points.ts';

type Point = OutputOf<typeof readingPoints>['points'][number];
export type Kind = Point['rows'][number]['kind'];

export const pointRowFixture: Point['rows'][number] = {
  meterId: '0199f000-0000-7000-8000-000000000001',
  serialNumber: '70000001',
  kind: 'single',
  digitCapacity: 5,
  coefficient: 1,
  contractedPowerKw: 50,
  previousValue: 100,
  previousDate: '2026-11-01',
  known: [],
  currentValue: null,
  currentDate: null,
  isUnderReview: false,
  dailyAverageKwh: null,
  receiptNumber: null,
};

/** A point of an entity that takes a reading. */
export const pointFixture: Point = {
  eic: '62Z0000000000001',
  object: '',
  address: '',
  costCentre: '',
  voltageClass: 2,
  isGroupA: false,
  pointState: 'active',
  netPrice: null,
  grossPrice: null,
  blocked: null,
  rows: [pointRowFixture],
};
