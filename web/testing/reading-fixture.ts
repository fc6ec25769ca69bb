import type { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { listMeters } from '#contract/readings.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';

type MetersAnswer = OutputOf<typeof listMeters>;
type Meter = MetersAnswer['meters'][number];

/** Readings for November 2026 are taken. */
export const windowFixture: MetersAnswer['window'] = {
  isOpen: true,
  opensOn: '2026-11-29',
  closesAt: '2026-12-02T11:00:00.000Z',
  period: '2026-11',
  effectiveDate: '2026-12-01',
};

export const registerFixture: Meter['registers'][number] = {
  zone: 'single',
  previousValue: 12_345,
  previousDate: '2026-10-31',
  known: [],
  currentValue: null,
  currentDate: null,
};

/** A meter of a household that takes a reading. */
export const meterFixture: Meter = {
  meterId: '0199f000-0000-7000-8000-000000000010',
  serialNumber: '12345678',
  meterType: 'НІК 2102',
  eic: '62Z0000000000001',
  zoneScheme: 'single',
  digitCapacity: 5,
  coefficient: 1,
  contractedPowerKw: 5,
  installedOn: '2020-01-01',
  rules: { ...standardRules.readings, holidays: [] },
  customerType: 'person',
  registers: [registerFixture],
  blocked: null,
  currentReading: null,
  review: null,
};

/** Nothing is owed and nothing is paid in advance. */
export const balanceFixture: OutputOf<typeof personBalance>['balance'] = {
  debet: '0',
  credit: '0',
  beginDebet: '0',
  endDebet: '0',
  beginCredit: '0',
  inTransit: '0.00',
  inTransitUntil: null,
  debetAct: { items: [] },
  ballanceError: false,
};
