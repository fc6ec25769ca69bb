import { expect, test } from 'vitest';
import { assessService, type PartState, type ServiceFacts } from './assess-service.ts';

const well: ServiceFacts = {
  isCabinetUp: true,
  isBillingUp: true,
  isBookingClockRight: true,
  delivery: { sent: 40, failed: 1, lateCodes: 0 },
};

type Row = readonly [what: string, facts: Partial<ServiceFacts>, states: readonly PartState[]];
const rows: readonly Row[] = [
  ['all is well', {}, ['works', 'works', 'works', 'works']],
  ['the database is unavailable', { isCabinetUp: false }, ['down', 'down', 'down', 'down']],
  ['billing is unavailable', { isBillingUp: false }, ['works', 'down', 'down', 'works']],
  ['the clock of bookings is wrong', { isBookingClockRight: false }, ['works', 'works', 'down', 'works']],
  ['deliveries are not known', { delivery: undefined }, ['works', 'works', 'works', 'works']],
  [
    'two messages failed and none was sent',
    { delivery: { sent: 0, failed: 2, lateCodes: 0 } },
    ['works', 'works', 'works', 'works'],
  ],
  [
    'three messages failed and none was sent',
    { delivery: { sent: 0, failed: 3, lateCodes: 0 } },
    ['limited', 'works', 'works', 'down'],
  ],
  [
    'more messages failed than were sent',
    { delivery: { sent: 4, failed: 5, lateCodes: 0 } },
    ['limited', 'works', 'works', 'limited'],
  ],
  [
    'a code waits',
    { delivery: { sent: 4, failed: 0, lateCodes: 1 } },
    ['limited', 'works', 'works', 'limited'],
  ],
];

test.each(rows)('assessService: %s', (_, facts, states) => {
  const { signIn, readings, payments, messages } = assessService({ ...well, ...facts });
  expect([signIn, readings, payments, messages]).toEqual(states);
});
