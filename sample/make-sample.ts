import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { closedMonths } from '#sample/households/household-history.ts';
import type { HouseholdPlan } from '#sample/households/household-plan.ts';
import { namedHouseholds, samplePassword, samplePhones } from '#sample/households/named-households.ts';
import { ordinaryHousehold } from '#sample/households/ordinary-household.ts';
import { householdsToCheck, specialHouseholds } from '#sample/households/special-households.ts';
import { entitiesWithCabinet, namedEntities } from './named-entities.ts';
import { customerOf } from './people.ts';
import { openSupplierFolder } from './supplier-folder.ts';

/** Default folder of the sample. */
export const sampleFolder = import.meta.dirname;

const MONTHS = 24;
const ORDINARY_HOUSEHOLDS = 285;
/** Every 14th customer also has the previous object. */
const SECOND_OBJECT_EVERY = 14;
const STAMP = 'made-for.txt';

function ordinaryHouseholds(): HouseholdPlan[] {
  return Array.from({ length: ORDINARY_HOUSEHOLDS }, (_, place) => {
    const plan = { ...ordinaryHousehold(place + 1), ...householdsToCheck[place + 1] };
    const isSecond = place > 0 && place % SECOND_OBJECT_EVERY === 0;
    return isSecond ? { ...plan, customer: customerOf(place) } : plan;
  });
}

/** Accounts in the cabinet of a person. */
function objectsOf(phone: (typeof samplePhones)[number]): string[] {
  const [, without, , withEverything] = samplePhones;
  // This person has an account of a customer to add, and no objects yet.
  if (phone === without) return [];
  const own =
    phone === withEverything
      ? specialHouseholds
      : namedHouseholds.filter((plan) => plan.customer.phone === phone);
  return own.map((plan) => plan.accountNumber);
}

/**
 * Writes the sample supplier as of that day: households and entities with 24 months of history. Depends only on the
 * day; names, places and habits don't depend on it.
 */
export function makeSample(folder: string, today: LocalDate): void {
  const target = openSupplierFolder({ folder, today, periods: closedMonths(today, MONTHS) });
  for (const plan of [...namedHouseholds, ...specialHouseholds, ...ordinaryHouseholds()]) {
    target.addHousehold(plan);
  }
  for (const plan of namedEntities) target.addEntity(plan);
  for (const phone of samplePhones) target.addSignIn(phone, objectsOf(phone), samplePassword);
  for (const entity of entitiesWithCabinet) {
    const own = namedEntities.filter((plan) => plan.customer === entity);
    const accountNumbers = own.map((plan) => plan.accountNumber);
    target.addSignIn(entity.phone, accountNumbers, samplePassword, 'entity');
  }
  target.close();
}

/** Digest of the sample sources, so that a changed maker makes the sample again. */
async function makerDigest(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(import.meta.dirname, { recursive: true })).sort()) {
    if (!/(?<!\.test)\.ts$|^household-load\.csv$/.test(file)) continue;
    hash.update(file).update(await readFile(join(import.meta.dirname, file)));
  }
  return hash.digest('hex');
}

/** Makes the dated files of the sample when they are missing, from an earlier month, or made by other sources. */
export async function makeSampleIfStale(folder: string, clock: Clock): Promise<void> {
  const today = kyivDateOf(clock.now());
  const stamp = `${periodOf(today)} ${await makerDigest()}\n`;
  const stampFile = join(folder, STAMP);
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  await rm(stampFile, { force: true });
  makeSample(folder, today);
  await writeFile(stampFile, stamp);
}
