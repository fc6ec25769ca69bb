import { localDate } from '#domain/time/local-date.ts';
import { randomOf } from '#sample/random.ts';
import type { PointPlan } from './entity-plan.ts';
import { pointOf } from './point-plan.ts';

interface Place {
  readonly name: string;
  readonly centre: string;
}

const shopPlaces: readonly [Place, ...Place[]] = [
  { name: 'м. Калинів', centre: 'ЦВ-01 Калинів' },
  { name: 'м. Світлогір', centre: 'ЦВ-02 Світлогір' },
  { name: 'смт Зоряне', centre: 'ЦВ-03 Зоряне' },
  { name: 'с. Липова Долинка', centre: 'ЦВ-04 Південь' },
  { name: 'с. Великі Сади', centre: 'ЦВ-05 Сади' },
  { name: 'с. Озерна Гребля', centre: 'ЦВ-06 Північ' },
];
const shopStreets = [
  'вул. Галицька',
  'вул. Соборна',
  'вул. Садова',
  'вул. Миру',
  'просп. Незалежності',
] as const;

/** 125 of 312. */
const isShopOfGroupA = (place: number) => place % 5 < 2;
/** Of group A. */
const hourlyShops: readonly number[] = [1, 5, 6, 10, 11];

/** A shop of the chain, derived from its number; any count of them can be made. */
export function shopOf(account: number, place: number): PointPlan {
  const random = randomOf(`shop ${account} ${place}`);
  const { name, centre } = random.pick(shopPlaces);
  const isGroupA = isShopOfGroupA(place);
  const monthlyKwh = isGroupA ? random.between(24_000, 45_000) : random.between(8000, 23_000);
  const point = pointOf({
    account,
    place,
    objectName: `«Кошик щодня» № ${place}`,
    address: `${name}, ${random.pick(shopStreets)}, ${random.between(1, 90)}`,
    costCentre: centre,
    powerKilowatts: isGroupA ? random.between(150, 160) : random.between(40, 110),
    coefficient: isGroupA ? random.pick([40, 60]) : random.pick([20, 30, 40]),
    monthlyKwh,
    season: 'shop',
    isGroupA,
  });
  return { ...point, isHourly: hourlyShops.includes(place) };
}

/** Shops that show something: replaced meters, a dial through zero, a disabled one, one in a substation. */
const specialShops: Readonly<Record<number, (shop: PointPlan) => PointPlan>> = {
  17: (shop) => ({ ...shop, meter: { ...shop.meter, replaced: { monthsAgo: 5, coefficient: 30 } } }),
  44: (shop) => ({
    ...shop,
    meter: {
      ...shop.meter,
      digitCapacity: 5,
      coefficient: 40,
      rollsOver: { monthsAgo: 3, units: 343, before: 99_871 },
    },
    monthlyKwh: 13_700,
  }),
  73: (shop) => ({ ...shop, pointState: 'disabled', meter: { ...shop.meter, disabledMonthsAgo: 4 } }),
  108: (shop) => ({ ...shop, meter: { ...shop.meter, replaced: { monthsAgo: 13, coefficient: 60 } } }),
  199: (shop) => ({ ...shop, pointState: 'substation' }),
};

/** The points of the chain: shops by number. */
export function chainPoints(account: number, count: number): PointPlan[] {
  return Array.from({ length: count }, (_, index) => {
    const shop = shopOf(account, index + 1);
    return specialShops[index + 1]?.(shop) ?? shop;
  });
}

const schoolKinds = ['Ліцей', 'Гімназія', 'Початкова школа', 'Заклад дошкільної освіти'] as const;

/** 34 schools and kindergartens of a town: small in summer. */
export function schoolPoints(account: number): PointPlan[] {
  return Array.from({ length: 34 }, (_, index) => {
    const place = index + 1;
    const random = randomOf(`school ${place}`);
    const powerKilowatts = random.between(15, 120);
    const kind = schoolKinds[index % schoolKinds.length] ?? schoolKinds[0];
    return pointOf({
      account,
      place,
      objectName: `${kind} № ${place}`,
      address: `м. Світлогір, ${random.pick(['вул. Шкільна', 'вул. Лесі Українки', 'вул. Садова', 'вул. Злуки'])}, ${random.between(1, 70)}`,
      costCentre: kind === 'Заклад дошкільної освіти' ? 'Дошкільна освіта' : 'Загальна освіта',
      powerKilowatts,
      coefficient: powerKilowatts < 45 ? 1 : powerKilowatts < 80 ? 20 : 30,
      monthlyKwh: Math.round(1500 + (powerKilowatts - 15) * 71),
      season: 'school',
    });
  });
}

const formFactor = 1.15;
const OLD_STATION = localDate('2014-09-12');

/** Pumps and plants of a water utility: three points of class 1, reactive energy, losses, two sub-consumers. */
export function waterPoints(account: number): PointPlan[] {
  const own = Array.from({ length: 25 }, (_, index) => waterPoint(account, index + 1));
  const main = own[1];
  if (main === undefined) return own;
  const subs = (['Насосна ОСББ «Набережне»', 'Базова станція зв’язку'] as const).map((name, index) => {
    const sub = pointOf({
      account,
      place: 26 + index,
      objectName: name,
      address: 'м. Калинів, вул. Набережна, 3',
      costCentre: 'Субспоживачі',
      powerKilowatts: 50,
      coefficient: 40,
      monthlyKwh: index === 0 ? 9800 : 5200,
      season: 'even',
    });
    return { ...sub, subConsumer: { mainEic: main.eicCode, name, isBilled: false } };
  });
  return [...own, ...subs];
}

function waterPoint(account: number, place: number): PointPlan {
  const random = randomOf(`water ${place}`);
  const isLarge = place <= 3;
  const point = pointOf({
    account,
    place,
    objectName: isLarge
      ? `Водозабір № ${place}`
      : `${place % 3 === 0 ? 'КНС' : 'Насосна станція'} № ${place}`,
    address: `м. Калинів, ${random.pick(['вул. Набережна', 'вул. Зелена', 'вул. Тиха'])}, ${random.between(1, 60)}`,
    costCentre: place % 3 === 0 && !isLarge ? 'Водовідведення' : 'Водопостачання',
    powerKilowatts: isLarge ? random.between(1200, 2500) : random.between(50, 320),
    coefficient: isLarge ? 7000 : random.pick([40, 60, 120]),
    monthlyKwh: isLarge ? random.between(210_000, 390_000) : random.between(5500, 70_000),
    season: 'water',
    voltageClass: isLarge ? 1 : 2,
  });
  const meter = isLarge ? { ...point.meter, installedOn: OLD_STATION } : point.meter;
  return {
    ...point,
    meter,
    loss: waterLoss(place),
    ...(place <= 12
      ? {
          reactive: {
            equivalentMicro: isLarge ? 20_000 : 80_000,
            takenPercent: random.between(38, 68),
            givenPercent: random.between(0, 5),
          },
        }
      : {}),
  };
}

/** A line of 35 kV of the first, a transformer of the fourth, percents and a fixed loss of others. */
function waterLoss(place: number): PointPlan['loss'] {
  switch (place) {
    case 1:
      return { mode: 'formula', line: { resistanceOhm: 0.35, voltageKv: 35, formFactor } };
    case 2:
      return { mode: 'percent', thousandths: 1500 };
    case 4:
      return {
        mode: 'formula',
        transformer: { ratedKva: 250, noLoadKw: 0.74, loadKw: 3.7, formFactor },
        line: { resistanceOhm: 0.35, voltageKv: 10, formFactor },
      };
    case 7:
      return { mode: 'fixed', kwh: 120 };
    default:
      return { mode: 'none' };
  }
}

/** The main point of an office centre and its 14 tenants, two of whom have a contract of their own. */
export function officePoints(account: number): PointPlan[] {
  const main: PointPlan = {
    ...pointOf({
      account,
      place: 1,
      objectName: 'Бізнес-центр «Вежа», ввід',
      address: 'м. Світлогір, просп. Незалежності, 40',
      costCentre: 'Загальні потреби',
      powerKilowatts: 400,
      coefficient: 80,
      monthlyKwh: 21_000,
      season: 'heating',
    }),
    loss: { mode: 'percent', thousandths: 2100 },
  };
  const tenants = Array.from({ length: 14 }, (_, index) => {
    const floor = 2 + Math.floor(index / 2);
    const name = `Офіс ${floor}0${1 + (index % 2)}`;
    const isBilled = index < 12;
    return {
      ...pointOf({
        account,
        place: 2 + index,
        objectName: name,
        address: 'м. Світлогір, просп. Незалежності, 40',
        costCentre: `Поверх ${floor}`,
        powerKilowatts: 20,
        coefficient: 1,
        monthlyKwh: randomOf(`tenant ${index}`).between(1900, 3700),
        season: 'heating',
      }),
      subConsumer: { mainEic: main.eicCode, name: `Орендар, ${name}`, isBilled },
    };
  });
  return [main, ...tenants];
}
