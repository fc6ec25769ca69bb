import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type BillingClient, createBillingClient, inProcess } from '#billing/client.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { createTicket, getTicket } from '#contract/conversations.ts';
import { correctLedger } from '#contract/ledger.ts';
import { decideCompensation, listCompensations } from '#contract/service-terms/compensations.ts';
import { addTermChange, listTermChanges, undoTermChange } from '#contract/service-terms/term-changes.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { relayEvents } from '#portal/modules/events/public.ts';
import { identityOf } from '#portal/testing/callers/sign-in-dependent.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import {
  type Actor,
  appendMessage,
  bookApproved,
  changeTopic,
  listTopics,
  markBreaches,
  noteReversals,
  proposeCompensations,
  seedTopics,
} from '../public.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const dayMs = 86_400_000;
const after = (days: number) => (start + days * dayMs) as Instant;
const job = { reference: newId(), signal: new AbortController().signal };
let billing: BillingClient;
let clerk: { readonly token: string; readonly id: string };
let second: { readonly token: string; readonly id: string };

async function administrator(role: 'billing' | 'operator') {
  const token = await cabinet.signIn([], 'admin', [role]);
  const id = await identityOf(cabinet, token);
  const name = `Ірина ${id.slice(-4)}`;
  await sql`update portal.administrator set full_name = ${name} where identity_id = ${id}::uuid`.execute(
    cabinet.portalDb,
  );
  return { token, id };
}

const cabinet = provideTestApp();

beforeAll(async () => {
  const transport = inProcess(cabinet.billing);
  billing = createBillingClient({ transport, record: () => undefined, clock: cabinet.clock });
  await makeSupplier(cabinet.billingDb);
  await seedTopics(cabinet.portalDb);
  await sql`insert into billing.period (period, state) values ('2026-11', 'open'), ('2026-12', 'open')
  `.execute(cabinet.billingDb);
  cabinet.clock.set(after(8));
  clerk = await administrator('billing');
  second = await administrator('billing');
});

interface Own {
  readonly account: string;
  readonly token: string;
  readonly id: string;
}

/** A ticket of a customer of its own, received at the start. */
async function open(
  topicId = 'billCheck',
  { type = 'person', watts = 10_000 }: { type?: 'person' | 'entity'; watts?: number } = {},
): Promise<Own> {
  const fixture = { customerType: type, contractedPowerWatts: watts };
  const { accountNumber: account } = await makeAccount(cabinet.billingDb, fixture);
  // The session lasts to the day on which the term is over.
  cabinet.clock.set(after(8));
  const token = await cabinet.signIn([account], type);
  cabinet.clock.set(start);
  const { body } = await cabinet.post(createTicket, {
    ...{ account, token, topicId, title: 'Рахунок за жовтень завеликий', text: 'Перевірте, будь ласка.' },
    fields: topicId === 'billCheck' ? [{ name: 'period', value: '2026-10' }] : [],
    ...{ fileIds: [], requestId: newId() },
  });
  return { account, token, id: body.ticket.id };
}

async function upkeep(now: Instant) {
  cabinet.clock.set(now);
  await markBreaches(cabinet.portalDb, now);
  return proposeCompensations({ db: cabinet.portalDb, billing: billing, clock: cabinet.clock }, job);
}

interface Row {
  readonly compensation_id: string;
  readonly state: string;
}
const rowsOf = async ({ account }: Own) => {
  const { rows } = await sql<Row>`select compensation_id, standard_code, customer_class, amount_kopiykas,
      breached_on, due_by, state
    from portal.compensation where account_number = ${account} order by proposed_at`.execute(
    cabinet.portalDb,
  );
  return rows;
};

async function proposed(own?: Own) {
  const ticket = own ?? (await open());
  await upkeep(after(8));
  const [row] = await rowsOf(ticket);
  if (row === undefined) throw new Error('nothing is proposed');
  return { ...ticket, compensationId: row.compensation_id };
}
type Proposed = Awaited<ReturnType<typeof proposed>>;

const decide = (
  { account, compensationId }: Proposed,
  { token }: { token: string } = clerk,
  decision: object = { kind: 'approve' },
) => cabinet.post(decideCompensation, { token, account, compensationId, decision });
const exclude = { kind: 'exclude', exclusion: 'noData', note: 'Питали двічі.' };
const inTransaction = <Result>(run: (transaction: Parameters<typeof appendMessage>[0]) => Promise<Result>) =>
  cabinet.portalDb.transaction().execute(run);
const keyOf = ({ account, id }: Own) => ({ accountNumber: account, conversationId: id });
const operator = (): Actor & { id: string } => ({ kind: 'operator', id: clerk.id });
const answerAt = (own: Own, now: Instant) =>
  inTransaction((transaction) =>
    appendMessage(
      transaction,
      { ...keyOf(own), actor: operator(), body: 'Так.', clientId: newId(), fileIds: [], act: 'answer' },
      now,
    ),
  );
async function toTopic(own: Own, topicId: string, now: Instant) {
  const topic = (await listTopics(cabinet.portalDb, null)).find((one) => one.topicId === topicId);
  if (topic === undefined) throw new Error(`no topic ${topicId}`);
  await inTransaction((transaction) =>
    changeTopic(transaction, keyOf(own), topic, { actor: operator() }, now),
  );
}
const ledgerOf = async ({ account }: Own) => {
  const { rows } = await sql<{ kind: string; sum: string }>`select kind, amount_kopiykas::text as sum
    from billing.ledger_entry where account_number = ${account}`.execute(cabinet.billingDb);
  return rows;
};
const eventsOf = async ({ id }: Own) => {
  const { rows } = await sql<{ step: string }>`select actor || ' ' || (after ->> 'compensation') as step
    from portal.conversation_event where conversation_id = ${id}::uuid and kind = 'compensation'
    order by happened_at, event_id`.execute(cabinet.portalDb);
  return rows.map(({ step }) => step);
};

test.each([
  ['a household', 'billCheck', { type: 'person', watts: 90_000 }, 'household', 20_000n],
  ['a company of 50 kW', 'billCheck', { type: 'entity', watts: 50_000 }, 'smallBusiness', 40_000n],
  ['a company of more', 'billCheck', { type: 'entity', watts: 50_001 }, 'other', 60_000n],
] as const)(
  '%s is owed its sum once, on the day after the term',
  async (_, topicId, customer, ofClass, sum) => {
    const own = await open(topicId, customer);
    await upkeep(after(7));
    expect(await rowsOf(own)).toEqual([]);
    await Promise.all([upkeep(after(8)), upkeep(after(8))]);
    await upkeep(after(9));
    const days = { breached_on: '2026-11-28', due_by: '2027-01-12' };
    const owed = { standard_code: 'BILL_CHECK', customer_class: ofClass, amount_kopiykas: sum };
    expect(await rowsOf(own)).toMatchObject([{ ...owed, ...days, state: 'proposed' }]);
    expect(await eventsOf(own)).toEqual(['system proposed']);
    const again = sql`insert into portal.compensation (account_number, compensation_id, conversation_id, standard_code,
      standard_valid_from, customer_class, amount_kopiykas, breached_on, due_by, proposed_at)
    select account_number, ${newId()}::uuid, conversation_id, standard_code, standard_valid_from, customer_class, 1,
      breached_on, due_by, proposed_at from portal.compensation where conversation_id = ${own.id}::uuid`;
    await expect(again.execute(cabinet.portalDb)).rejects.toThrow('compensation_conversation_standard_key');
  },
);

test('the sum is that of the version frozen on the ticket, whatever came into force later', async () => {
  const own = await open();
  const now = cabinet.clock.now();
  cabinet.clock.set(start);
  const token = await cabinet.signIn([], 'admin', ['owner']);
  const { inForce, revision } = (await cabinet.post(listTermChanges, { token })).body;
  const standard = inForce.flatMap(({ content }) =>
    content.kind === 'standard' && content.code === 'BILL_CHECK' ? [content] : [],
  )[0];
  if (standard === undefined) throw new Error('no standard');
  const sums = { household: '999.00', smallBusiness: '999.00', other: '999.00', afterDays: null };
  const version = { validFrom: '2026-11-21', revision, reason: 'Інші суми', requestId: newId() };
  const content = { ...standard, compensation: sums };
  const added = await cabinet.post(addTermChange, { token, content, ...version });
  expect(added.httpStatus).toBe(200);
  cabinet.clock.set(now);
  await upkeep(after(8));
  expect(await rowsOf(own)).toMatchObject([{ amount_kopiykas: 20_000n }]);
  cabinet.clock.set(start);
  const changeId = added.body.changes[0]?.changeId ?? '';
  expect((await cabinet.post(undoTermChange, { token, changeId, reason: 'Помилка' })).httpStatus).toBe(200);
  cabinet.clock.set(now);
});

test('a late answer owes it too, though nobody had noted the breach; one in time and one without a sum do not', async () => {
  const late = await open();
  const inTime = await open();
  const withoutSum = await open('personalData');
  await answerAt(inTime, after(7));
  await answerAt(late, after(8));
  await upkeep(after(60));
  expect(await rowsOf(late)).toMatchObject([{ state: 'proposed' }]);
  expect(await rowsOf(inTime)).toEqual([]);
  expect(await rowsOf(withoutSum)).toEqual([]);
});

test('where the sum is due after a longer term, the breach is looked at again when that has ended', async () => {
  const [never, later] = [await open(), await open()];
  await sql`update portal.conversation_topic set standard_code = 'APPEAL_SIMPLE' where topic_id = 'complaint'
  `.execute(cabinet.portalDb);
  for (const own of [never, later]) await toTopic(own, 'complaint', after(1));
  await upkeep(after(20));
  expect([await rowsOf(never), await rowsOf(later)]).toEqual([[], []]);
  await answerAt(later, after(25));
  await upkeep(after(40));
  expect(await rowsOf(never)).toMatchObject([{ standard_code: 'APPEAL_SIMPLE', breached_on: '2026-12-22' }]);
  expect(await rowsOf(later)).toEqual([]);
  await sql`update portal.conversation_topic set standard_code = 'APPEAL' where topic_id = 'complaint'
  `.execute(cabinet.portalDb);
});

test('another topic withdraws what nobody has decided; what was decided stands', async () => {
  const [open_, decided] = [await proposed(), await proposed()];
  expect((await decide(decided)).body.compensation.state).toBe('booked');
  for (const own of [open_, decided]) await toTopic(own, 'complaint', after(8));
  expect(await rowsOf(open_)).toEqual([]);
  expect(await eventsOf(open_)).toEqual(['system proposed', 'operator withdrawn']);
  expect(await rowsOf(decided)).toMatchObject([{ state: 'booked', standard_code: 'BILL_CHECK' }]);
  expect(await decide(open_)).toMatchObject({ httpStatus: 404 });
  await toTopic(open_, 'billCheck', after(9));
  await upkeep(after(9));
  expect(await rowsOf(open_)).toMatchObject([{ state: 'proposed', standard_code: 'BILL_CHECK' }]);
});

test('an approved one is in the ledger once, on record, and the customer sees and is told of it', async () => {
  const own = await proposed();
  const show = async () => (await cabinet.post(getTicket, own)).body.ticket.compensations;
  expect(await show()).toMatchObject([
    { state: 'proposed', sum: '200.00', dueBy: '2027-01-12', bookedOn: null },
  ]);
  const { body } = await decide(own);
  expect(body.compensation).toMatchObject({ state: 'booked', sum: '200.00', daysLeft: 45 });
  expect(body.compensation.decided?.by).toBe(`Ірина ${clerk.id.slice(-4)}`);
  expect((await decide(own)).body.compensation.state).toBe('booked');
  expect(await ledgerOf(own)).toEqual([{ kind: 'compensation', sum: '20000' }]);
  expect(await eventsOf(own)).toEqual(['system proposed', 'operator approved', 'system booked']);
  expect(await show()).toMatchObject([{ state: 'booked', bookedOn: '2026-11-28' }]);
  const { rows } = await sql`select split_part(actor, ':', 1) as actor from billing.audit_entry
    where account_number = ${own.account} and action = 'ledger.compensated'`.execute(cabinet.billingDb);
  expect(rows).toEqual([{ actor: 'admin' }]);
  const told = await sql<{ news: string }>`select c.news from portal.conversation c
    join graphile_worker.jobs j on j.key = c.conversation_id::text where c.conversation_id = ${own.id}::uuid
  `.execute(cabinet.portalDb);
  expect(told.rows).toEqual([{ news: expect.stringMatching(/created|compensated/) }]);
});

test('of two who decide at once one counts, and the other learns whose decision it is', async () => {
  const own = await proposed();
  const answers = await Promise.all([decide(own, clerk), decide(own, second, exclude)]);
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409]);
  const winner = answers[0]?.httpStatus === 200 ? clerk : second;
  const lost = answers.find(({ httpStatus }) => httpStatus === 409)?.body;
  expect(lost).toMatchObject({ code: 'support.compensationDecided' });
  expect(String(lost?.message)).toContain(`Ірина ${winner.id.slice(-4)}, 28.11.2026`);
  expect(await ledgerOf(own)).toHaveLength(winner === clerk ? 1 : 0);
  const another = winner === clerk ? exclude : { kind: 'approve' };
  expect((await decide(own, winner, another)).httpStatus).toBe(409);
});

test('an excluded one keeps its reason and books nothing; the customer reads why', async () => {
  const own = await proposed();
  const excluded = { state: 'excluded', exclusion: 'noData', note: 'Питали двічі.' };
  expect((await decide(own, second, exclude)).body.compensation).toMatchObject(excluded);
  expect((await decide(own, second, exclude)).httpStatus).toBe(200);
  expect(await decide(own, second, { ...exclude, exclusion: 'weather' })).toMatchObject({ httpStatus: 400 });
  expect(await ledgerOf(own)).toEqual([]);
  const { ticket } = (await cabinet.post(getTicket, own)).body;
  expect(ticket.compensations).toMatchObject([{ state: 'excluded', exclusion: 'noData' }]);
  expect(JSON.stringify(ticket)).not.toContain('Питали двічі');
});

test('what was approved while the billing was away, or by a process that died before or after booking, is booked once', async () => {
  const own = await proposed();
  const run = cabinet.billing.run.bind(cabinet.billing);
  for (const isBooked of [false, true]) {
    const ticket = isBooked ? await proposed() : own;
    cabinet.billing.run = async (name, input, context) => {
      if (name !== 'COMPENSATION_BOOK') return run(name, input, context);
      if (isBooked) await run(name, input, context);
      throw new Error('the process died');
    };
    expect((await decide(ticket)).body.compensation.state).toBe('approved');
    cabinet.billing.run = run;
    const shown = (await cabinet.post(getTicket, ticket)).body.ticket.compensations;
    expect(shown).toMatchObject([{ state: 'approved' }]);
    const services = { db: cabinet.portalDb, billing: billing, clock: cabinet.clock };
    await bookApproved(services, job);
    expect(await rowsOf(ticket)).toMatchObject([{ state: 'approved' }]);
    cabinet.clock.set((cabinet.clock.now() + 61_000) as Instant);
    await Promise.all([bookApproved(services, job), bookApproved(services, job)]);
    await bookApproved(services, job);
    expect(await rowsOf(ticket)).toMatchObject([{ state: 'booked' }]);
    expect(await ledgerOf(ticket)).toHaveLength(1);
    expect(await eventsOf(ticket)).toEqual(['system proposed', 'operator approved', 'system booked']);
  }
});

test('an entry that is taken back in the ledger takes back the compensation, also one that is not known as booked yet', async () => {
  const [own, late] = [await proposed(), await proposed()];
  await decide(own);
  const run = cabinet.billing.run.bind(cabinet.billing);
  cabinet.billing.run = async (name, input, context) => {
    const answered = await run(name, input, context);
    if (name === 'COMPENSATION_BOOK') throw new Error('the process died');
    return answered;
  };
  await decide(late);
  cabinet.billing.run = run;
  for (const ticket of [own, late]) {
    const [row] = await rowsOf(ticket);
    const what = { kind: 'reverse', entryId: row?.compensation_id ?? '' } as const;
    const reason = 'Зараховано помилково';
    const asked = { token: clerk.token, account: ticket.account, what, reason, requestId: newId() };
    expect((await cabinet.post(correctLedger, asked)).body).toMatchObject({ outcome: 'booked' });
  }
  const relay = () =>
    relayEvents(cabinet.portalDb, billing, job, (transaction, events) =>
      noteReversals(transaction, events, cabinet.clock.now()),
    );
  await relay();
  await relay();
  for (const ticket of [own, late]) {
    expect(await rowsOf(ticket)).toMatchObject([{ state: 'reversed' }]);
    expect((await eventsOf(ticket)).at(-1)).toBe('system reversed');
    const { compensations } = (await cabinet.post(getTicket, ticket)).body.ticket;
    expect(compensations).toMatchObject([{ state: 'reversed', reversedOn: '2026-11-28' }]);
  }
  cabinet.clock.set((cabinet.clock.now() + 61_000) as Instant);
  await bookApproved({ db: cabinet.portalDb, billing, clock: cabinet.clock }, job);
  expect(await ledgerOf(late)).toHaveLength(2);
});

test('staff of billing list what waits by its last day and what was decided, in parts; others do not', async () => {
  const own = await proposed();
  cabinet.clock.set(after(60));
  const { token } = await administrator('billing');
  const list = (change: object = {}) =>
    cabinet.post(listCompensations, { token, state: 'proposed', ...change });
  const { body } = await list();
  const row = body.compensations.find(({ account }) => account === own.account);
  const facts = { customerType: 'person', sum: '200.00', basis: 'NEURC 375, 4.3 (3)', daysLeft: -7 };
  const ticket = { id: own.id, title: 'Рахунок за жовтень завеликий' };
  expect(row).toMatchObject({ ticket, ...facts, answeredOn: null, decided: null });
  expect(body.overdue).toBeGreaterThan(0);
  expect(body.waiting).toBe(body.compensations.length);
  const days = body.compensations.map(({ dueBy }) => dueBy);
  expect(days).toEqual(days.toSorted());
  const decided = (await list({ state: 'decided' })).body.compensations;
  expect(decided.map(({ state }) => state)).toEqual(expect.arrayContaining(['booked', 'excluded']));
  const moments = decided.map(({ decided: by }) => by?.at ?? '');
  expect(moments).toEqual(moments.toSorted().toReversed());

  await sql`insert into portal.compensation (account_number, compensation_id, conversation_id, standard_code, standard_valid_from,
      customer_class, amount_kopiykas, breached_on, due_by, proposed_at)
    select account_number, gen_random_uuid(), conversation_id, 'COPY_' || n, standard_valid_from, customer_class, 100,
      breached_on, due_by + n % 2, proposed_at
    from portal.compensation, generate_series(1, 60) n where conversation_id = ${own.id}::uuid
  `.execute(cabinet.portalDb);
  const first = (await list()).body;
  const rest = (await list({ cursor: first.next ?? '' })).body;
  const ids = [...first.compensations, ...rest.compensations].map(({ compensationId }) => compensationId);
  expect([first.compensations.length, new Set(ids).size, rest.next]).toEqual([50, first.waiting, null]);
  expect(await list({ cursor: 'x' })).toMatchObject({ httpStatus: 400 });
  expect(await list({ token: (await administrator('operator')).token })).toMatchObject({ httpStatus: 403 });
});
