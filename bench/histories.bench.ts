import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { startClosingFixture } from '#billing/modules/charges/testing/closing-fixture.ts';
import { simulateAndCompare } from '#billing/modules/charges/testing/compare-histories.ts';

/**
 * Compares charging random accounts month by month with a naive implementation: `node bench/histories.bench.ts
 * [accounts] [first seed]`. Exits with 1 on a difference.
 */
const [accounts = 20_000, firstSeed = 1000] = process.argv.slice(2).map(Number);
const fixture = await startClosingFixture(openBenchDatabase);
try {
  const started = performance.now();
  const seeds = Array.from({ length: accounts }, (_, index) => firstSeed + index);
  const { differences, balances, months, overMonths } = await simulateAndCompare(fixture, seeds);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${accounts} accounts, ${months} months, ${overMonths} of them on more than one bill, in ${seconds} s: ${differences.length} differ, ${balances.length} owe something else`,
  );
  for (const difference of differences.slice(0, 20)) console.log(JSON.stringify(difference));
  for (const balance of balances.slice(0, 20)) console.log(balance);
  if (differences.length + balances.length > 0) process.exitCode = 1;
} finally {
  await fixture.end();
}
