import { localDate } from '#domain/time/local-date.ts';
import type { CustomerPlan, HouseholdPlan } from './household-plan.ts';
import { meterOf, ordinaryHousehold } from './ordinary-household.ts';

/** Password of all sample sign-ins. */
export const samplePassword = 'Svitlo-2026-demo';

/** Persons with three objects, without objects, with a debt, and with all special cases. */
export const samplePhones = ['+380501110001', '+380501110002', '+380501110003', '+380501110004'] as const;

const iryna: CustomerPlan = {
  code: 'C9000001',
  surname: 'Коваленко',
  name: 'Ірина',
  middleName: 'Петрівна',
  taxCode: '3390945670',
  phone: samplePhones[0],
  email: 'iryna.kovalenko@poshta.example',
};

const oleh: CustomerPlan = {
  code: 'C9000002',
  surname: 'Дем’янчук',
  name: 'Олег',
  middleName: 'Степанович',
  taxCode: '3111901237',
  phone: samplePhones[1],
  email: 'oleh.demianchuk@poshta.example',
};

const mariia: CustomerPlan = {
  code: 'C9000003',
  surname: 'Гірська',
  name: 'Марія',
  middleName: 'Іванівна',
  taxCode: '2530414071',
  phone: samplePhones[2],
  email: '',
};

const flat = (street: string, building: string, apartment: string) => ({
  postcode: '46901',
  settlement: 'м. Світлогір',
  street,
  building,
  apartment,
});

/** Two zones; the last closed month is the worked example of facts 9.4: 80 and 40 kWh, 432.00, 0.50 left from before. */
const twoZoneFlat: HouseholdPlan = {
  ...ordinaryHousehold(9001),
  accountNumber: '2390001111',
  customer: iryna,
  premises: flat('вул. Січових Стрільців', '12', '45'),
  objectCode: 'SV2T1111',
  consumerEic: '62X003485000012Y',
  responsibles: [{ name: 'Петренко Олег Васильович', phone: '+380501110009', role: 'Довірена особа' }],
  pointEic: '62Z0123456789017',
  tariffCode: 'household',
  powerKilowatts: 5,
  residentCount: 3,
  openingKopiykas: 50,
  meter: {
    ...meterOf(9001, 'two', localDate('2021-05-18')),
    serialNumber: '21040017',
    endsAt: { day: 12_425, night: 4140 },
  },
  livesLike: '10018064',
  scalePercent: 100,
  exactly: [{ monthsAgo: 1, values: { day: 80, night: 40 } }],
  withoutReading: [],
  readOnDay: [],
  payer: { kind: 'advance', leaves: 50, skips: 1 },
};

/** One zone, slightly prepaid. */
const singleZoneFlat: HouseholdPlan = {
  ...ordinaryHousehold(9002),
  accountNumber: '2390001112',
  customer: iryna,
  premises: flat('вул. Лесі Українки', '7А', '18'),
  objectCode: 'SV1T1112',
  tariffCode: 'household',
  powerKilowatts: 5,
  residentCount: 1,
  openingKopiykas: -3720,
  meter: meterOf(9002, 'single', localDate('2017-09-06')),
  livesLike: '10006486',
  scalePercent: 90,
  withoutReading: [],
  readOnDay: [],
  payer: { kind: 'advance', leaves: -3720, skips: 0 },
};

/** Electric heating; in January 2350 kWh, the other worked example of facts 9.4. */
const heatedHouse: HouseholdPlan = {
  ...ordinaryHousehold(9003),
  accountNumber: '2390001113',
  customer: iryna,
  premises: {
    postcode: '47733',
    settlement: 'с. Липова Долинка',
    street: 'вул. Садова',
    building: '21',
    apartment: '',
  },
  objectCode: 'SVEO1113',
  tariffCode: 'householdHeating',
  powerKilowatts: 15,
  residentCount: 4,
  openingKopiykas: 0,
  meter: meterOf(9003, 'single', localDate('2022-08-30')),
  livesLike: '10017936',
  scalePercent: 210,
  exactlyInMonth: { month: 1, values: { single: 2350 } },
  withoutReading: [],
  readOnDay: [],
  payer: { kind: 'afterBill', day: 8, roundTo: 1 },
};

/** In no cabinet yet: to be added with its code. */
const unclaimedFlat: HouseholdPlan = {
  ...ordinaryHousehold(9004),
  accountNumber: '2390001120',
  customer: oleh,
  premises: flat('вул. Івана Франка', '3', '9'),
  objectCode: 'SVAD1120',
  tariffCode: 'household',
  openingKopiykas: 0,
  meter: meterOf(9004, 'single', localDate('2019-04-11')),
  livesLike: '10017562',
  scalePercent: 80,
  withoutReading: [],
  readOnDay: [],
  payer: { kind: 'afterBill', day: 6, roundTo: 1 },
};

/** Five unpaid months and a violation act. */
const indebtedFlat: HouseholdPlan = {
  ...ordinaryHousehold(9005),
  accountNumber: '2390001130',
  customer: mariia,
  premises: flat('вул. Зелена', '28', '61'),
  objectCode: 'SVBG1130',
  tariffCode: 'household',
  openingKopiykas: 0,
  meter: meterOf(9005, 'single', localDate('2018-02-20')),
  livesLike: '10018060',
  scalePercent: 100,
  withoutReading: [],
  readOnDay: [],
  payer: { kind: 'stopped', monthsAgo: 5 },
  acts: [{ number: '461130', drawnDaysAgo: 74, state: 'billed', amountKopiykas: 1_283_904, energyKwh: 2972 }],
};

/** Accounts that sign-ins, guides and tests know by number. */
export const namedHouseholds: readonly HouseholdPlan[] = [
  twoZoneFlat,
  singleZoneFlat,
  heatedHouse,
  unclaimedFlat,
  indebtedFlat,
];
