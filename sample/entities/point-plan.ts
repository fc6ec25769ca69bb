import type { VoltageClass } from '#domain/invoices/contract-terms.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { eicOf, randomOf } from '#sample/random.ts';
import type { PointPlan } from './entity-plan.ts';

/** Numbers of points of entities begin here; those of households are below. */
const FIRST_NUMBER = 4_700_000;
const OLDEST_METER = localDate('2015-04-01');
const types = {
  direct: 'НІК 2303 АП3Т',
  transformers: 'НІК 2303 АТ1Т',
  remote: 'LZQJ-XC-S1F6',
} as const;

/** What differs between the points of an account. */
interface PointShape {
  /** Account of the sample and place in it: the number of the point. */
  readonly account: number;
  readonly place: number;
  readonly objectName: string;
  readonly address: string;
  readonly costCentre: string;
  readonly powerKilowatts: number;
  readonly coefficient: number;
  readonly monthlyKwh: number;
  readonly season: PointPlan['season'];
  readonly voltageClass?: VoltageClass;
  readonly isGroupA?: boolean;
}

/** A point with one meter of six digits, without losses and reactive energy. */
export function pointOf(shape: PointShape): PointPlan {
  const { account, place, voltageClass = 2, isGroupA = false, coefficient, ...named } = shape;
  const number = account * 1000 + place;
  const random = randomOf(`point ${number}`);
  const direct = coefficient === 1 ? types.direct : types.transformers;
  return {
    ...named,
    eicCode: eicOf('Z', FIRST_NUMBER + number),
    voltageClass,
    isGroupA,
    pointState: isGroupA ? 'commercial' : 'active',
    meter: {
      serialNumber: String(30_000_000 + number * 13 + random.between(0, 12)),
      meterType: isGroupA ? types.remote : direct,
      digitCapacity: 6,
      coefficient,
      installedOn: addDays(OLDEST_METER, random.between(0, 3200)),
      startsAt: random.between(900, 60_000),
    },
    loss: { mode: 'none' },
    isHourly: false,
  };
}
