import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import {
  type ClosingFixture,
  startClosingFixture,
} from '#billing/modules/charges/testing/closing-fixture.ts';
import { simulateAndCompare } from '#billing/modules/charges/testing/compare-histories.ts';
import { simulateAndCompareEntities } from '#billing/modules/charges/testing/entities/compare-entities.ts';

/**
 * Compares charging random households and entities month by month with naive implementations: `node bench/histories.bench.ts
 * [households] [their first seed] [entities] [their first seed]`. Exits with 1 on a difference, and when the entities lack something
 * that their histories must have.
 */
const [households = 1000, householdSeed = 1000, entities = 512, entitySeed = 0] = process.argv
  .slice(2)
  .map(Number);

const seedsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

async function compareHouseholds(fixture: ClosingFixture): Promise<readonly unknown[]> {
  const seeds = seedsFrom(householdSeed, households);
  const { differences, balances, months, overMonths, closingBills } = await simulateAndCompare(
    fixture,
    seeds,
  );
  console.log(
    `${households} households (seeds ${householdSeed}–${householdSeed + households - 1}): ${months} months, ${overMonths} of them on more than one bill, ${closingBills} bills of a change of holder: ${differences.length} differ, ${balances.length} owe something else`,
  );
  return [...differences, ...balances];
}

async function compareEntities(fixture: ClosingFixture): Promise<readonly unknown[]> {
  const seeds = seedsFrom(entitySeed, entities);
  const found = await simulateAndCompareEntities(fixture, seeds);
  const {
    supplierInvoices,
    operatorInvoices,
    lines,
    quantities,
    payments,
    closingInvoices,
    differences,
    missing,
  } = found;
  console.log(
    `${entities} entities (seeds ${entitySeed}–${entitySeed + entities - 1}): ${supplierInvoices} invoices of the supplier, ${operatorInvoices} of operators, ${lines} lines, ${quantities} quantities, ${payments} payments in advance, ${closingInvoices} closings of a change of holder: ${differences.length} differ`,
  );
  return [...differences, ...missing.map((what) => `no history has: ${what}`)];
}

for (const compare of [compareHouseholds, compareEntities]) {
  const started = performance.now();
  const fixture = await startClosingFixture(openBenchDatabase);
  try {
    const problems = await compare(fixture);
    console.log(`in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    for (const problem of problems.slice(0, 20)) console.log(JSON.stringify(problem));
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await fixture.end();
  }
}
