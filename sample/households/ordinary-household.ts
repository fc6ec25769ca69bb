import type { ZoneScheme } from '#domain/tariffs/tariff.ts';
import { addDays, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { customerOf } from '#sample/people.ts';
import { eicOf, objectCodeOf, type Random, randomOf } from '#sample/random.ts';
import type { HouseholdPlan, MeterPlan, PayerPlan, PremisesPlan, ZoneValues } from './household-plan.ts';

interface Settlement {
  readonly name: string;
  readonly postcode: string;
  /** Digits 2 and 3 of its account numbers. */
  readonly district: string;
  readonly hasFlats: boolean;
}

/** Supply area: invented places. */
const settlements: readonly [Settlement, ...Settlement[]] = [
  { name: 'м. Світлогір', postcode: '46901', district: '46', hasFlats: true },
  { name: 'м. Світлогір', postcode: '46903', district: '46', hasFlats: true },
  { name: 'м. Калинів', postcode: '47510', district: '47', hasFlats: true },
  { name: 'смт Зоряне', postcode: '47722', district: '40', hasFlats: true },
  { name: 'с. Липова Долинка', postcode: '47733', district: '40', hasFlats: false },
  { name: 'с. Великі Сади', postcode: '47741', district: '41', hasFlats: false },
  { name: 'с. Озерна Гребля', postcode: '47264', district: '41', hasFlats: false },
];

const streets = [
  'вул. Січових Стрільців',
  'вул. Лесі Українки',
  'вул. Івана Франка',
  'вул. Тараса Шевченка',
  'вул. Соборна',
  'вул. Садова',
  'вул. Вишнева',
  'вул. Зелена',
  'вул. Миру',
  'вул. Шкільна',
  'вул. Набережна',
  'вул. Галицька',
  'вул. Богдана Хмельницького',
  'вул. Михайла Грушевського',
  'вул. Данила Галицького',
  'вул. 15 Квітня',
  'вул. Злуки',
  'вул. Героїв Крут',
  'просп. Незалежності',
  'бульв. Просвіти',
  'пров. Тихий',
  'майдан Волі',
] as const;

/** Address of the household with that number. */
function placeOf(number: number): PremisesPlan & { readonly district: string } {
  const random = randomOf(`place ${number}`);
  const settlement = random.pick(settlements);
  const isFlat = settlement.hasFlats && random.chance(0.75);
  const letter = random.chance(0.1) ? random.pick(['А', 'Б', 'В']) : '';
  return {
    postcode: settlement.postcode,
    settlement: settlement.name,
    street: random.pick(streets),
    building: `${random.between(1, isFlat ? 60 : 120)}${letter}`,
    apartment: isFlat ? String(random.between(1, 96)) : '',
    district: settlement.district,
  };
}

/** Measured households without electric heating, and the two with it. Source: household-load.csv. */
const ordinaryHouseholds = ['10006414', '10006486', '10017554', '10017562', '10018060', '10018064'] as const;
const heatedHouseholds = ['10006704', '10017936'] as const;

const meterTypes: Readonly<Record<ZoneScheme, readonly [string, number]>> = {
  single: ['НІК 2102-02 М1В', 5],
  two: ['НІК 2104 АП2Т', 6],
  three: ['GAMA 300 G3B', 6],
};

const OLDEST_METER = localDate('2012-03-01');
const OLDEST_CONTRACT = localDate('2019-01-02');

const zonesOfScheme: Readonly<Record<ZoneScheme, readonly (keyof ZoneValues)[]>> = {
  single: ['single'],
  two: ['day', 'night'],
  three: ['peak', 'halfPeak', 'night'],
};

function payerOf(random: Random): PayerPlan {
  const habit = random.next();
  if (habit < 0.55) return { kind: 'afterBill', day: random.between(4, 19), roundTo: 1 };
  if (habit < 0.75)
    return { kind: 'afterBill', day: random.between(4, 19), roundTo: random.pick([1000, 5000, 10_000]) };
  if (habit < 0.87) return { kind: 'advance', leaves: random.between(-20, 0) * 500, skips: 0 };
  if (habit < 0.94) return { kind: 'part', day: random.between(6, 24), percent: random.between(60, 90) };
  return { kind: 'stopped', monthsAgo: random.between(1, 6) };
}

function schemeOf(random: Random): ZoneScheme {
  const share = random.next();
  return share < 0.7 ? 'single' : share < 0.94 ? 'two' : 'three';
}

/** A meter installed years ago; a reading starts the history at any value. */
export function meterOf(number: number, scheme: ZoneScheme, installedOn: LocalDate): MeterPlan {
  const random = randomOf(`meter ${number}`);
  const [meterType, digitCapacity] = meterTypes[scheme];
  return {
    scheme,
    meterType,
    serialNumber: String(10_000_000 + number * 7 + random.between(0, 6)),
    digitCapacity,
    installedOn,
    startsAt: Object.fromEntries(
      zonesOfScheme[scheme].map((zone) => [zone, random.between(800, zone === 'single' ? 52_000 : 31_000)]),
    ),
  };
}

/** An ordinary household, derived from its number. */
export function ordinaryHousehold(number: number): HouseholdPlan {
  const random = randomOf(`household ${number}`);
  const { district, ...premises } = placeOf(number);
  const isHeated = premises.apartment === '' && random.chance(0.2);
  const scheme = schemeOf(random);
  const installedOn = addDays(OLDEST_METER, random.between(0, 3900));
  const withoutReading = random.chance(0.12)
    ? [...new Set([random.between(1, 4), random.between(2, 20)])].sort((a, b) => a - b)
    : [];
  return {
    accountNumber: `2${district}${String(10_000 + number).padStart(7, '0')}`,
    customer: customerOf(number),
    premises,
    objectCode: objectCodeOf(random),
    contractNumber: `П-${String(100_000 + number)}`,
    contractDate: addDays(OLDEST_CONTRACT, random.between(0, 1700)),
    consumerEic: eicOf('X', 4_600_000 + number),
    pointEic: eicOf('Z', 4_600_000 + number),
    tariffCode: isHeated ? 'householdHeating' : 'household',
    billingCondition: 'normal',
    pointState: 'active',
    inputBlocked: false,
    verificationRequested: false,
    powerKilowatts: isHeated ? random.pick([12, 15]) : random.pick([5, 5, 5, 7, 10]),
    residentCount: random.between(1, 5),
    openingKopiykas: random.chance(0.4) ? random.between(-15_000, 30_000) : 0,
    meter: meterOf(number, scheme, installedOn),
    livesLike: random.pick(isHeated ? heatedHouseholds : ordinaryHouseholds),
    scalePercent: isHeated ? random.between(110, 260) : random.between(70, 130),
    exactly: [],
    withoutReading,
    readOnDay: random.chance(0.06) ? [{ monthsAgo: random.between(2, 22), day: random.between(12, 26) }] : [],
    payer: payerOf(random),
    acts: [],
  };
}
