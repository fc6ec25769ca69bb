import { localDate } from '#domain/time/local-date.ts';
import type { CustomerPlan, HouseholdPlan } from '#sample/households/household-plan.ts';
import { meterOf, ordinaryHousehold } from '#sample/households/ordinary-household.ts';

/** Unique code in the contracts of the entities with a cabinet: the sign-in proof. */
const uniqueCode = 'SVITLO01';

const bakery: CustomerPlan = {
  code: 'E9000001',
  surname: '',
  name: '',
  middleName: '',
  companyName: 'ТОВ «Світлогірська пекарня»',
  taxCode: '44702151',
  phone: '+380501120001',
  email: 'office@pekarnia.example',
};

const farm: CustomerPlan = {
  code: 'E9000002',
  surname: '',
  name: '',
  middleName: '',
  companyName: 'ТОВ «Агрофірма Липова»',
  taxCode: '44703160',
  phone: '+380501120002',
  email: 'office@lypova.example',
};

const pharmacy: CustomerPlan = {
  code: 'E9000003',
  surname: '',
  name: '',
  middleName: '',
  companyName: 'ТОВ «Аптека на Вишневій»',
  taxCode: '44812072',
  phone: '+380501120003',
  email: 'office@apteka.example',
};

/** Entities that already have a cabinet; the others sign up. */
export const entitiesWithCabinet: readonly CustomerPlan[] = [bakery, farm];

const business = {
  objectCode: uniqueCode,
  tariffCode: 'business',
  openingKopiykas: 0,
  exactly: [],
  withoutReading: [],
  readOnDay: [],
} as const;

/** Entity with one account: its cabinet opens at once. */
const bakeryShop: HouseholdPlan = {
  ...ordinaryHousehold(9201),
  ...business,
  accountNumber: '1000000001',
  customer: bakery,
  premises: {
    postcode: '46901',
    settlement: 'м. Світлогір',
    street: 'вул. Хлібна',
    building: '4',
    apartment: '',
  },
  powerKilowatts: 40,
  meter: meterOf(9201, 'single', localDate('2020-07-15')),
  livesLike: '10018064',
  scalePercent: 600,
  payer: { kind: 'afterBill', day: 12, roundTo: 1 },
};

/** Entity with two accounts, one of which is chosen after sign-in. */
const farmOffice: HouseholdPlan = {
  ...ordinaryHousehold(9202),
  ...business,
  accountNumber: '1000000002',
  customer: farm,
  premises: {
    postcode: '47733',
    settlement: 'с. Липова Долинка',
    street: 'вул. Польова',
    building: '1',
    apartment: '',
  },
  powerKilowatts: 15,
  meter: meterOf(9202, 'single', localDate('2019-03-20')),
  livesLike: '10017562',
  scalePercent: 200,
  payer: { kind: 'afterBill', day: 10, roundTo: 1 },
};

const farmStore: HouseholdPlan = {
  ...ordinaryHousehold(9203),
  ...business,
  accountNumber: '1000000003',
  customer: farm,
  premises: {
    postcode: '47733',
    settlement: 'с. Липова Долинка',
    street: 'вул. Польова',
    building: '3',
    apartment: '',
  },
  powerKilowatts: 50,
  meter: meterOf(9203, 'single', localDate('2021-09-08')),
  livesLike: '10018060',
  scalePercent: 700,
  payer: { kind: 'stopped', monthsAgo: 2 },
};

/** Without a cabinet: for sign-up. */
const unclaimedShop: HouseholdPlan = {
  ...ordinaryHousehold(9204),
  ...business,
  accountNumber: '1000000004',
  customer: pharmacy,
  objectCode: 'SVITLO04',
  premises: {
    postcode: '46901',
    settlement: 'м. Світлогір',
    street: 'вул. Вишнева',
    building: '2',
    apartment: '',
  },
  powerKilowatts: 20,
  meter: meterOf(9204, 'single', localDate('2022-02-02')),
  livesLike: '10006414',
  scalePercent: 250,
  payer: { kind: 'afterBill', day: 9, roundTo: 1 },
};

/** Accounts of legal entities that guides and tests know by number. */
export const namedEntities: readonly HouseholdPlan[] = [bakeryShop, farmOffice, farmStore, unclaimedShop];
