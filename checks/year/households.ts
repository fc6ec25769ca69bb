import type { RandomHistory } from '#billing/modules/charges/testing/random-histories.ts';
import {
  type SimulatedHistory,
  simulateHistory,
} from '#billing/modules/charges/testing/simulate-histories.ts';
import { type Zone, type ZoneScheme, zonesOf } from '#domain/tariffs/tariff.ts';
import { daysBetween, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { payInTestBank } from '#e2e/support/paying-client.ts';
import { newId } from '#platform/uuid.ts';
import { type Random, randomOf } from '#sample/random.ts';

export const firstOfYear = localDate('2028-01-01');

/** A household whose meter counts day by day, and what was answered to it with success. */
export interface Household extends SimulatedHistory {
  readonly zones: readonly Zone[];
  /** kWh a day of each zone. */
  readonly perDay: number;
  readonly random: Random;
  token: string;
  /** By receipt: what was accepted. */
  readonly accepted: Map<string, Readonly<Partial<Record<Zone, number>>>>;
  /** By payment id: kopiykas. */
  readonly paid: Map<string, number>;
}

const schemes: readonly [ZoneScheme, ...ZoneScheme[]] = ['single', 'two', 'three'];

/** A household of a seed that the supplier has from the first of the year on. */
export function makeHousehold(seed: string, index: number): Household {
  const random = randomOf(`${seed} household ${index}`);
  const scheme = random.pick(schemes);
  const zones = zonesOf[scheme] as readonly Zone[];
  const history: RandomHistory = {
    openedOn: firstOfYear,
    end: undefined,
    tariffs: [{ knownIn: 0, from: firstOfYear, code: random.pick(['flat', 'steps', 'cliff', 'heating']) }],
    contractedPowerWatts: 15_000,
    pointChanges: [],
    holder: undefined,
    meters: [
      {
        knownIn: 0,
        scheme,
        digitCapacity: 6,
        coefficient: 1,
        installedOn: firstOfYear,
        installedValues: Object.fromEntries(zones.map((zone) => [zone, random.between(0, 9000)])),
        removal: undefined,
        readings: [],
        strays: [],
        rejected: [],
      },
    ],
    compensations: [],
  };
  return {
    ...simulateHistory(history, index),
    zones,
    perDay: random.between(20, 60) / 10,
    random,
    token: '',
    accepted: new Map(),
    paid: new Map(),
  };
}

/** What the registers show on a day. */
export function valuesOn(
  { history, zones, perDay }: Household,
  day: LocalDate,
): Partial<Record<Zone, number>> {
  const days = daysBetween(firstOfYear, day);
  const installed = history.meters[0]?.installedValues ?? {};
  return Object.fromEntries(zones.map((zone) => [zone, (installed[zone] ?? 0) + Math.floor(perDay * days)]));
}

interface Answer {
  readonly status: number;
  readonly body: {
    readonly receipt?: { readonly number: string };
    readonly outcome?: { readonly kind: string };
    readonly payment?: { readonly paymentId: string };
    readonly payUrl?: string;
  };
}

async function post(url: string, path: string, payload: object): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...payload, requestId: newId() }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Gives a reading, or corrects the one of the period. Returns how it was answered. */
export async function giveReading(
  url: string,
  household: Household,
  values: Readonly<Partial<Record<Zone, number>>>,
  isCorrection = false,
): Promise<string> {
  const typed = Object.fromEntries(Object.entries(values).map(([zone, value]) => [zone, String(value)]));
  const { status, body } = await post(url, `/api/readings/${isCorrection ? 'correct' : 'submit'}`, {
    token: household.token,
    account: household.accountNumber,
    meterId: household.meterIds[0],
    values: typed,
    ...(isCorrection && { reason: 'Помилка в показанні' }),
  });
  if (status >= 500 || status === 401) throw new Error(`reading: ${status} ${JSON.stringify(body)}`);
  const kind = status === 200 ? (body.outcome?.kind ?? '') : String(status);
  if (kind === 'accepted') household.accepted.set(body.receipt?.number ?? '', values);
  return kind;
}

/** Pays a sum through the test bank. */
export async function pay(url: string, household: Household, kopiykas: number): Promise<void> {
  const sum = `${Math.floor(kopiykas / 100)}.${String(kopiykas % 100).padStart(2, '0')}`;
  const payload = {
    token: household.token,
    account: household.accountNumber,
    provider: 'liqpay',
    purpose: 'energy',
  };
  const { status, body } = await post(url, '/api/payments/start', { ...payload, sum });
  if (status !== 200) throw new Error(`payment: ${status} ${JSON.stringify(body)}`);
  await payInTestBank(url, body.payUrl ?? '');
  household.paid.set(body.payment?.paymentId ?? '', kopiykas);
}
