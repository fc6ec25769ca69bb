import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversationStates } from '#domain/conversations/conversation-state.ts';
import { systemClock } from '#platform/clock.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { readConfig } from '#portal/config.ts';
import { specialHouseholds } from '#sample/households/special-households.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';
import { loadSampleIfEmpty } from './load-sample.ts';

const opened: (readonly [TestDatabase, ConnectedDatabase<unknown>])[] = [];

afterAll(async () => {
  for (const [database, connected] of opened) {
    await connected.close();
    await database.close();
  }
});

async function openDatabase() {
  const database = await createTestDatabase();
  const connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  opened.push([database, connected]);
  async function ask<Row>(text: string): Promise<Row[]> {
    return (await connected.pool.query(text)).rows as Row[];
  }
  async function askSuperuser(text: string): Promise<void> {
    const superuser = connectDatabase<unknown>({ url: database.adminUrl, poolSize: 1 });
    await superuser.pool.query(text);
    await superuser.close();
  }
  const load = (environment: Record<string, string> = {}) =>
    loadSampleIfEmpty({
      url: database.url,
      config: readConfig(environment),
      clock: systemClock,
      print: () => undefined,
    });
  return { connected, ask, askSuperuser, load };
}

type Opened = Awaited<ReturnType<typeof openDatabase>>;

/** Sign-ins with their accounts. */
const signIns = ({ ask }: Opened) =>
  ask<{ type: string; login: string; accounts: string[]; roles: string[] }>(`
    select i.identity_type as type, coalesce(login, phone) as login,
      array(select account_number from portal.identity_account o where o.identity_id = i.identity_id order by 1) as accounts,
      array(select role from portal.administrator_role r where r.identity_id = i.identity_id) as roles
    from portal.identity i left join portal.administrator using (identity_id) order by login`);

const everybody = [
  { type: 'person', login: '+380501110001', accounts: ['2390001111', '2390001112', '2390001113'], roles: [] },
  { type: 'person', login: '+380501110002', accounts: [], roles: [] },
  { type: 'person', login: '+380501110003', accounts: ['2390001130'], roles: [] },
  {
    type: 'person',
    login: '+380501110004',
    accounts: specialHouseholds.map((plan) => plan.accountNumber),
    roles: [],
  },
  { type: 'entity', login: '+380501120001', accounts: ['1000000001'], roles: [] },
  { type: 'entity', login: '+380501120002', accounts: ['1000000002', '1000000003'], roles: [] },
  { type: 'entity', login: '+380501120004', accounts: ['1000000005'], roles: [] },
  { type: 'entity', login: '+380501120005', accounts: ['1000000006'], roles: [] },
  { type: 'entity', login: '+380501120006', accounts: ['1000000007'], roles: [] },
  // People of the chain: their accounts are those of its cabinet.
  ...[1, 2, 3, 4].map((person) => ({
    type: 'entity',
    login: `+38050114000${person}`,
    accounts: [],
    roles: [],
  })),
  { type: 'admin', login: 'analyst', accounts: [], roles: ['analyst'] },
  { type: 'admin', login: 'operator', accounts: [], roles: ['operator'] },
  { type: 'admin', login: 'owner', accounts: [], roles: ['owner'] },
];

/** State that must not change when nothing is added. */
const state = ({ ask }: Opened) =>
  ask(`select (select count(*) from billing.account) as accounts, (select count(*) from billing.reading) as readings,
    (select count(*) from billing.bill) as bills, (select count(*) from billing.ledger_entry) as entries,
    (select string_agg(identity_id::text || password_hash, ',' order by identity_id) from portal.identity) as identities`);

const statementsOf = ({ ask }: Opened) => ask<{ state: string }>('select state from billing.bank_statement');

describe('loadSampleIfEmpty', () => {
  let loaded: Opened;
  beforeAll(async () => {
    loaded = await openDatabase();
  });

  test('is interrupted before the administrators: the next start is to finish it', async () => {
    await loaded.askSuperuser(`create function portal.fail() returns trigger language plpgsql
      as $$ begin raise 'interrupted'; end $$;
      create trigger interrupting before insert on portal.administrator execute function portal.fail()`);
    await expect(loaded.load()).rejects.toThrow('interrupted');
    await loaded.askSuperuser('drop function portal.fail cascade');
    expect(await loaded.ask('select finished_at from portal.sample_load')).toEqual([{ finished_at: null }]);
    expect(await statementsOf(loaded)).toEqual([{ state: 'done' }]);
    expect((await signIns(loaded)).some(({ type }) => type === 'admin')).toBe(false);
  });

  test('two concurrent starts finish it once, with persons, entities and administrators', async () => {
    const [before] = (await state(loaded)) as { bills: bigint }[];
    expect(await Promise.all([loaded.load(), loaded.load()])).toEqual([true, true]);
    const [after] = (await state(loaded)) as { bills: bigint }[];
    expect(after?.bills).toBe(before?.bills);
    expect(await statementsOf(loaded)).toEqual([{ state: 'done' }]);
    expect(await signIns(loaded)).toEqual(everybody);
    const [unclaimed] = await loaded.ask<{ owners: bigint }>(
      `select count(*) as owners from portal.identity_account where account_number in ('1000000004', '2390001120')`,
    );
    expect(unclaimed?.owners).toBe(0n);
    // Their cabinets have news of the last month, and no message was sent about it.
    expect(
      await loaded.ask(
        `select distinct kind from portal.account_event where account_number = '2390001112' order by kind`,
      ),
    ).toEqual(
      ['bill.issued', 'payment.confirmed', 'payment.landed', 'reading.accepted'].map((kind) => ({ kind })),
    );
    expect(await loaded.ask(`select 1 from portal.outgoing_message`)).toEqual([]);
  });

  test('tickets of persons and of companies are in every state', async () => {
    const found = await loaded.ask<{ of: string }>(`
      select distinct customer_type || ' ' || state as of from portal.conversation where kind = 'ticket'`);
    const every = ['person', 'entity'].flatMap((type) =>
      conversationStates.map((state) => `${type} ${state}`),
    );
    expect(found.map(({ of }) => of).toSorted()).toEqual(every.toSorted());
  });

  test('changes nothing on a second start', async () => {
    const before = await state(loaded);
    expect(await loaded.load()).toBe(true);
    expect(await state(loaded)).toEqual(before);
  });
});

test('loads nothing in production, and does not change another supplier or an imported one with the EDRPOU of the sample', async () => {
  const database = await openDatabase();
  expect(await database.load({ NODE_ENV: 'production' })).toBe(false);
  for (const edrpou of ['44702151', sampleEdrpou]) {
    await database.ask('delete from billing.supplier');
    await database.ask(`insert into billing.supplier (name, short_name, edrpou, iban, bank_name, address, email,
      readings_email, main_url) values ('Own', 'Own', '${edrpou}', 'UA113052990000026038000123456', 'Bank', 'A',
      'a@b.example', 'a@b.example', 'https://a.example')`);
    expect(await database.load()).toBe(false);
  }
  expect(await database.ask('select count(*) from billing.account')).toEqual([{ count: 0n }]);
  expect(await signIns(database)).toEqual([]);
});
