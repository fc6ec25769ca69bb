import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { systemClock } from '#platform/clock.ts';
import { closedMonths } from '#sample/households/household-history.ts';
import { samplePassword } from '#sample/households/named-households.ts';
import { ordinaryHousehold } from '#sample/households/ordinary-household.ts';
import { openSupplierFolder } from '#sample/supplier-folder.ts';
import { addChain, chainAccount } from './support/seed/add-chain.ts';

const usage = `Usage: node bench/make-folder.ts <accounts> <folder> [--months 24] [--sign-ins 1000] [--no-payments]
  [--chain 5000] [--today YYYY-MM-DD]
Writes a supplier with that many households, in the format of docs/import-format.md. Sign-ins are spread evenly over the
accounts, one account each; phones begin with +380990000001, and all have the password of the sample. --chain adds a legal entity with that many
metering points in one account (${chainAccount}), with its contract and prices.`;

/** A phone number of the load tests. */
function phoneOf(place: number): string {
  return `+38099${String(place + 1).padStart(7, '0')}`;
}

function wholeNumber(text: string | undefined): number {
  const number = /^\d{1,8}$/.test(text ?? '') ? Number(text) : 0;
  if (number === 0) throw new Error(usage);
  return number;
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      months: { type: 'string', default: '24' },
      'sign-ins': { type: 'string', default: '1000' },
      'no-payments': { type: 'boolean', default: false },
      chain: { type: 'string' },
      today: { type: 'string' },
    },
  });
  const count = wholeNumber(positionals[0]);
  const [, folder] = positionals;
  const today = parseLocalDate(values.today ?? kyivDateOf(systemClock.now()));
  if (folder === undefined || positionals.length > 2 || today === undefined) throw new Error(usage);
  const signIns = Math.min(wholeNumber(values['sign-ins']), count);
  const target = openSupplierFolder({
    folder: resolve(folder),
    today,
    periods: closedMonths(today, wholeNumber(values.months)),
    withoutPayments: values['no-payments'],
  });
  const started = performance.now();
  let signedIn = 0;
  for (let place = 0; place < count; place += 1) {
    const plan = ordinaryHousehold(place + 1);
    target.addHousehold(plan);
    if (Math.floor(((place + 1) * signIns) / count) > signedIn) {
      target.addSignIn(phoneOf(signedIn), [plan.accountNumber], samplePassword);
      signedIn += 1;
    }
  }
  if (values.chain !== undefined) addChain(target, wholeNumber(values.chain));
  target.close();
  console.log(`${count} accounts in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
