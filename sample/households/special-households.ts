import { addDays, localDate } from '#domain/time/local-date.ts';
import type { HouseholdPlan } from './household-plan.ts';
import { meterOf, ordinaryHousehold } from './ordinary-household.ts';

const METER_DATE = localDate('2016-06-15');

/** An account with one special feature, otherwise ordinary. */
function showing(place: number, what: Partial<HouseholdPlan>): HouseholdPlan {
  const number = 9100 + place;
  return {
    ...ordinaryHousehold(number),
    accountNumber: `23900020${String(place).padStart(2, '0')}`,
    tariffCode: 'household',
    powerKilowatts: 7,
    openingKopiykas: 0,
    livesLike: '10017562',
    meter: meterOf(number, 'single', addDays(METER_DATE, place * 30)),
    withoutReading: [],
    readOnDay: [],
    payer: { kind: 'afterBill', day: 5 + (place % 12), roundTo: 1 },
    ...what,
  };
}

function single(place: number) {
  return meterOf(9100 + place, 'single', addDays(METER_DATE, place * 30));
}

function act(
  number: string,
  state: HouseholdPlan['acts'][number]['state'],
  drawnDaysAgo: number,
  kwh: number,
) {
  return { number, state, drawnDaysAgo, energyKwh: kwh, amountKopiykas: kwh * 432 };
}

/** One account per special case; listed in README.md. */
export const specialHouseholds: readonly HouseholdPlan[] = [
  showing(1, { meter: { ...single(1), replacedMonthsAgo: 1 } }),
  showing(2, { meter: { ...single(2), replacedMonthsAgo: 7 } }),
  showing(3, { meter: { ...meterOf(9103, 'two', METER_DATE), replacedMonthsAgo: 4 } }),
  showing(4, {
    meter: { ...single(4), shows: { monthsAgo: 3, values: { single: 99_998 } } },
    exactly: [{ monthsAgo: 2, values: { single: 125 } }],
  }),
  showing(5, { withoutReading: [1] }),
  showing(6, { withoutReading: [1, 2, 3] }),
  showing(7, {
    withoutReading: [4, 5, 6, 11],
    // Nobody at home: the estimates were too high.
    exactly: [6, 5, 4].map((monthsAgo) => ({ monthsAgo, values: { single: 14 } })),
  }),
  showing(8, { readOnDay: [{ monthsAgo: 1, day: 21 }] }),
  showing(9, { meter: meterOf(9109, 'three', METER_DATE) }),
  showing(10, {
    meter: meterOf(9110, 'three', METER_DATE),
    tariffCode: 'householdHeating',
    powerKilowatts: 15,
  }),
  showing(11, {
    meter: meterOf(9111, 'two', METER_DATE),
    tariffCode: 'householdHeating',
    powerKilowatts: 15,
  }),
  showing(12, { pointState: 'takenByOperator' }),
  showing(13, {
    pointState: 'takenByOperator',
    meter: meterOf(9113, 'two', METER_DATE),
    benefit: { kind: 'benefit', title: 'Учасник бойових дій', monthlyKopiykas: 10_800 },
  }),
  showing(14, { pointState: 'substation' }),
  showing(15, { meter: { ...single(15), disabledMonthsAgo: 2 } }),
  showing(16, { inputBlocked: true }),
  showing(17, { billingCondition: 'callCentre' }),
  showing(18, { billingCondition: 'contractChanges' }),
  showing(19, { billingCondition: 'specialGroup' }),
  showing(20, { contractEndedMonthsAgo: 4 }),
  showing(21, { verificationRequested: true }),
  showing(22, { payer: { kind: 'stopped', monthsAgo: 2 } }),
  showing(23, { payer: { kind: 'stopped', monthsAgo: 12 } }),
  showing(24, { payer: { kind: 'part', day: 15, percent: 50 } }),
  showing(25, { payer: { kind: 'advance', leaves: -250_000, skips: 0 }, openingKopiykas: -250_000 }),
  showing(26, { payer: { kind: 'paysToday', roundTo: 1 } }),
  showing(27, { acts: [act('460027', 'billed', 40, 1150)] }),
  showing(28, { acts: [act('460028', 'overdue', 130, 3400), act('461028', 'billed', 35, 420)] }),
  showing(29, { acts: [act('460029', 'paid', 200, 610)] }),
  showing(30, { acts: [act('460030', 'disputed', 90, 5200), act('461030', 'cancelled', 150, 800)] }),
  showing(31, { acts: [act('460031', 'drawn', 6, 0)] }),
  showing(32, { acts: [act('460032', 'decided', 25, 940)] }),
  showing(33, {
    meter: meterOf(9133, 'two', localDate('2023-04-20')),
    premises: {
      postcode: '47733',
      settlement: 'с. Липова Долинка',
      street: 'вул. Сонячна',
      building: '33',
      apartment: '',
    },
    powerKilowatts: 15,
    residentCount: 4,
    feedIn: { peakKilowatts: 12, iban: 'UA263052990000026203743290157' },
  }),
];

/** Ordinary households with something that a dry run of the open month lists, by their number; listed in README.md. */
export const householdsToCheck: Readonly<Record<number, Partial<HouseholdPlan>>> = {
  // The meter was taken to be verified, and none stands in its place.
  36: { meter: { ...ordinaryHousehold(36).meter, removedMonthsAgo: 1 } },
  // Nobody had lived here, so the average that was charged a year ago was far too low.
  55: {
    withoutReading: [12],
    exactly: [
      { monthsAgo: 24, values: { single: 20 } },
      { monthsAgo: 12, values: { single: 420 } },
      { monthsAgo: 11, values: { single: 430 } },
    ],
  },
  // Supplied for a month, and never read.
  110: {
    connectedMonthsAgo: 1,
    meter: { ...ordinaryHousehold(110).meter, startsAt: { single: 2 } },
    withoutReading: [1],
    openingKopiykas: 0,
  },
};
