import type pg from 'pg';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { FIND_SUBJECTS } from '#billing/api/search.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { newId } from '#platform/uuid.ts';
import { findCabinets, findCabinetsOf } from '#portal/modules/search/find-cabinets.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const limit = 6;
const runs = 40;
const pieceSize = 50_000;
/** Of the first customer, a company. */
const companyAccounts = 5000;

export interface FindBenchResult {
  readonly accounts: number;
  /** p95 in milliseconds by what is typed. */
  readonly p95: Readonly<Record<string, number>>;
  /** Seconds in which the rows of addresses are written with the words that are searched for, and alone. */
  readonly withWords: number;
  readonly alone: number;
}

/** SQL of the n-th customer's and meter's id; `n` from 1. */
const id = (family: string, row = 'n') =>
  `('00000000-0000-${family}-8000-' || lpad(to_hex(${row}), 12, '0'))::uuid`;
const account = `(2300000000 + n)::text`;
/** A number from 0 below `below` that is spread over the rows, the same in each run; small ones are the most common. */
const spread = (salt: number, below: number, power = 1) =>
  `floor(${below} * power(abs(hashint8(n::bigint * 31 + ${salt})) / 2147483648.0, ${power}))::int`;

const beginnings =
  'шев ков бонд кравч тка мель поліщ лис мор рудь савч петр іван павл марч кол гриц дани яким захар'.split(
    ' ',
  );
const middles = 'а е и о у ен ич ал ор ін'.split(' ');
const endings = 'енко чук ко ський ник ець ук юк ів ишин ак ар ило аш ура'.split(' ');
const names =
  'Олена Олександр Ірина Сергій Наталія Андрій Тетяна Іван Юлія Микола Оксана Петро Ніна Василь Софія Тарас'.split(
    ' ',
  );
const streets = 'Садов Нов Шевченк Лісов Польов Центральн Зелен Київськ Соборн Миру'.split(' ');
const list = (words: readonly string[]) => `(array['${words.join("','")}'])`;

/** Customers with an account, a point, a meter, an address, a payment and a cabinet each, and a company. Surnames, streets and towns are as unevenly common as in life. */
async function seed(pool: pg.Pool, count: number): Promise<{ withWords: number; alone: number }> {
  const client = await pool.connect();
  const range = `generate_series(1, ${count}) n`;
  const surname = `initcap(${list(beginnings)}[1 + ${spread(1, beginnings.length, 1.5)}] || ${list(middles)}[1 + ${spread(2, middles.length, 1.5)}]
    || ${list(endings)}[1 + ${spread(3, endings.length, 1.5)}])`;
  const premises = (
    from: number,
    to: number,
  ) => `insert into billing.premises (account_number, region, settlement, street, building, apartment)
    select ${account}, 'Київська область',
      case when ${spread(4, 10)} < 4 then 'м. Київ' else 'с. ' || ${list(beginnings)}[1 + ${spread(5, beginnings.length)}] || ${list(middles)}[1 + ${spread(12, middles.length)}] || 'івка' end,
      'вул. ' || ${list(streets)}[1 + ${spread(6, streets.length)}] || ${list(middles)}[1 + ${spread(7, middles.length, 2)}] || 'ська', (1 + ${spread(8, 120)})::text,
      (1 + ${spread(9, 200)})::text
    from generate_series(${from}, ${to}) n`;
  const insertPremises = async () => {
    const started = performance.now();
    for (let from = 1; from <= count; from += pieceSize)
      await client.query(premises(from, Math.min(count, from + pieceSize - 1)));
    return (performance.now() - started) / 1000;
  };
  try {
    // Rows are made as the product leaves them; its triggers and foreign keys would check each of them.
    await client.query("set session_replication_role = 'replica'");
    await client.query('set synchronous_commit = off');
    await client.query(`insert into billing.customer (customer_id, customer_code, customer_type, surname, name, tax_code, phone,
        company_name)
      select ${id('7002')}, 'C' || n, case when n = 1 then 'entity' else 'person' end, ${surname},
        ${list(names)}[1 + ${spread(10, names.length, 1.5)}],
        (3000000000 + n)::text, '+380' || (500000000 + (n * 7919::bigint) % 499999999)::text,
        case when n = 1 then 'ТОВ «Ромашка»' else '' end from ${range}`);
    await client.query(`insert into billing.account (account_number, customer_id, object_code, contract_number, contract_date,
        consumer_eic, tariff_code, opened_on)
      select ${account}, ${id('7002', `case when n <= ${companyAccounts} then 1 else n end`)}, 'A1', n::text, '2015-01-01', '62X' || lpad(n::text, 13, '0'), 'household', '2015-01-01' from ${range}`);
    await client.query(`insert into billing.metering_point (account_number, eic_code, contracted_power_watts)
      select ${account}, '62Z' || lpad(n::text, 13, '0'), 5000 from ${range}`);
    await client.query(`insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme,
        digit_capacity, installed_on)
      select ${account}, ${id('7001')}, '62Z' || lpad(n::text, 13, '0'), 'NIK' || lpad(((n * 104729::bigint) % 100000000)::text, 8, '0'),
        'M', 'single', 6, '2015-01-01' from ${range}`);
    await client.query(`insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
        state, started_at, provider_reference)
      select ${account}, ${id('7005')}, ${account} || '-102026-1', ${id('7006')}, 'liqpay', 'energy', 45000, 'matched', now(),
        'R' || (7000000000 + n) from ${range}`);
    await client.query(`insert into portal.identity (identity_id, identity_type, password_hash, created_at, phone)
      select ${id('7003')}, 'person', '', now(), '+380' || (500000000 + (n * 7919::bigint) % 499999999)::text from ${range}`);
    await client.query(`insert into portal.identity_account (identity_id, account_number, added_at)
      select ${id('7003')}, ${account}, now() from ${range}`);
    const alone = await insertPremises();
    await client.query('truncate billing.premises');
    await client.query("set session_replication_role = 'origin'");
    const withWords = await insertPremises();
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    return { withWords, alone };
  } finally {
    client.release(true);
  }
}

/** What is typed, from what is there: some of each, the common and the rare. */
async function readQueries(pool: pg.Pool): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await pool.query<Record<string, string>>(
    `select c.surname, c.name, c.phone, p.settlement, p.street, p.building, a.account_number as account, m.serial_number as serial,
      m.eic_code as eic, y.order_id as "orderId", y.provider_reference as reference
    from billing.account a join billing.customer c using (customer_id) join billing.premises p using (account_number)
    join billing.meter m using (account_number) join billing.payment y using (account_number)
    order by md5(a.account_number) limit ${runs}`,
  );
  const each = (write: (row: Record<string, string>) => string) => rows.map(write);
  return {
    surname: each(({ surname }) => surname ?? ''),
    'surname and name': each(({ surname, name }) => `${surname} ${name}`),
    'first letters of a surname': each(({ surname = '' }) => surname.slice(0, 4)),
    'misspelt surname': each(
      ({ surname = '', name }) => `${surname.slice(0, 3)}щ${surname.slice(4)} ${name}`,
    ),
    company: each(() => 'ТОВ Ромашка'),
    address: each(({ street, building }) => `${street}, ${building}`),
    'surname and address': each(({ surname, street }) => `${surname} ${street}`),
    town: each(({ settlement = '' }) => settlement),
    'name and what nobody has': each(({ name, surname }) => `${name} ${surname}щщщ`),
    'what nobody has': each(({ surname }) => `${surname}щщщ`),
    'end of a phone': each(({ phone = '' }) => phone.slice(-6)),
    'four digits of a phone': each(({ phone = '' }) => phone.slice(-4)),
    'beginning of a phone': each(({ phone = '' }) => phone.slice(3, 9)),
    account: each(({ account = '' }) => account),
    'beginning of an account': each(({ account = '' }) => account.slice(0, 7)),
    EIC: each(({ eic = '' }) => eic.slice(0, 14)),
    meter: each(({ serial = '' }) => serial.slice(0, 8)),
    payment: each(({ orderId = '' }) => orderId),
    'reference of a payment': each(({ reference = '' }) => reference),
  };
}

/** Finding anything among as many accounts, by whatever is typed: the function module and the cabinets together, as the call asks them. */
export async function benchFind(log: (line: string) => void): Promise<FindBenchResult> {
  const accounts = scaled(1_000_000, pieceSize);
  const database = await openBenchDatabase();
  try {
    const { withWords, alone } = await seed(database.pool, accounts);
    log(
      `${accounts} accounts: addresses with their words in ${withWords.toFixed(1)} s, alone in ${alone.toFixed(1)} s`,
    );
    const queries = await readQueries(database.pool);
    const connected = connectDatabase<unknown>({ url: database.url, poolSize: 4, planOnce: true });
    const db = connected.db as BillingDatabase;
    const billing = createBilling({ db, clock: systemClock, log: collectLog().log });
    const portalDb = connected.db as PortalDatabase;
    const find = async (query: string) => {
      const [answer, cabinets] = await Promise.all([
        billing.run(FIND_SUBJECTS.name, { query, limit }, { reference: newId(), actor: 'bench' }),
        findCabinets(portalDb, query, limit + 1),
      ]);
      if (!answer.ok) throw new Error(answer.code);
      const { subjects } = answer.data as ModuleOutput<typeof FIND_SUBJECTS>;
      const ofCustomers = await findCabinetsOf(portalDb, subjects, limit + 1);
      return subjects.length + cabinets.length + ofCustomers.length;
    };
    const p95: Record<string, number> = {};
    try {
      for (const [kind, typed] of Object.entries(queries)) {
        await find(typed[0] ?? '');
        const times: number[] = [];
        let found = 0;
        for (const query of typed) {
          const from = performance.now();
          const count = await find(query);
          times.push(performance.now() - from);
          if (count > 0) found += 1;
        }
        p95[kind] = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
        log(`${kind}: p95 ${p95[kind].toFixed(1)} ms, found ${found} of ${typed.length}`);
      }
    } finally {
      await connected.close();
    }
    return { accounts, p95, withWords, alone };
  } finally {
    await database.close();
  }
}
