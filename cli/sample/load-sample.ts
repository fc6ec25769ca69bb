import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Module, ModuleInput } from '#billing/api/define-module.ts';
import { VOLUME_DRAFT_SAVE, VOLUME_REQUEST_MOVE, VOLUME_SHEET } from '#billing/api/volumes.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { importStatement } from '#billing/modules/bank-statements/public.ts';
import { importFolder, readSignIns } from '#billing/modules/import/public.ts';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type LocalDate, localDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { bool, json, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { afterAdvisoryLock } from '#platform/database/with-advisory-lock.ts';
import { newId, uuidOfWords } from '#platform/uuid.ts';
import type { Config } from '#portal/config.ts';
import {
  proposeCompensations,
  recordCompensation,
  recordTicket,
  seedTopics,
} from '#portal/modules/conversations/public.ts';
import { type DeliveredEvent, insertAccountEvents } from '#portal/modules/events/public.ts';
import { insertPageMark, recordRating } from '#portal/modules/feedback/public.ts';
import {
  createAdministrator,
  createEntityIdentity,
  createMember,
  createPersonIdentity,
} from '#portal/modules/identity/public.ts';
import { insertNotice } from '#portal/modules/notices/public.ts';
import { insertSignerPower } from '#portal/modules/signatures/public.ts';
import { insertSupplierMessage, markReadInCabinets } from '#portal/modules/supplier-messages/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { samplePeople, sampleSigners } from '#sample/company-people.ts';
import { samplePassword } from '#sample/households/named-households.ts';
import { makeSampleIfStale } from '#sample/make-sample.ts';
import { sampleStatement } from '#sample/sample-bank-statement.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';
import { sampleMarks, sampleRatings } from '#sample/support/feedback.ts';
import { sampleNotices } from '#sample/support/service-notices.ts';
import { sampleMessages } from '#sample/support/supplier-messages.ts';
import { hasHappened, sampleTickets } from '#sample/support/tickets.ts';
import {
  requestedPercent,
  requestedPoints,
  requestNote,
  sampleVolumeRequests,
} from '#sample/volume-requests.ts';
import { makeSampleReviews } from './make-reviews.ts';

/**
 * Creates all sample sign-ins: persons and entities of the folder, people of the chain, then the administrators. Existing ones do not
 * change.
 */
export async function makeSampleSignIns(db: PortalDatabase, folder: string): Promise<void> {
  for (const { phone, password, accountNumbers, customerType } of await readSignIns(folder)) {
    const customer = { phone, password, email: '', accounts: accountNumbers };
    await (customerType === 'person'
      ? createPersonIdentity(db, customer)
      : createEntityIdentity(db, customer));
  }
  for (const person of samplePeople) await createMember(db, { ...person, password: samplePassword });
  for (const administrator of sampleAdministrators) {
    const made = await createAdministrator(db, { ...administrator, password: samplePassword });
    if (made.kind === 'refused') throw new Error(`The administrator ${administrator.login}: ${made.reason}`);
  }
}

/** A stable id derived from the event (UUID version 8), so that a repeated load makes the same rows. */
const idOf = (key: string) =>
  sql.raw(`overlay(overlay(md5(${key}) placing '8' from 13) placing '8' from 17)::uuid`);

/** Kopiykas as '1234.56'. */
const sumOf = (kopiykas: string) => sql.raw(`trim(to_char(${kopiykas} / 100.0, '999999999990.00'))`);

/**
 * Inserts news of the last closed month for these accounts (reading, bill, payments), which the history load does not
 * create. Inserted directly, because no messages are sent about the past. Existing news do not change.
 */
export async function makeSampleNews(db: PortalDatabase, accountNumbers: readonly string[]): Promise<void> {
  const { rows } = await typedSql<DeliveredEvent>({
    eventId: uuid(),
    accountNumber: text(),
    kind: text(),
    payload: json(),
    happenedAt: text(),
  })`
    with last as (select max(period) as period from billing.period where state = 'closed'),
    news as (
      select account_number, 'reading.accepted' as kind, max(submitted_at) as at,
        jsonb_build_object('period', b.period, 'kwh', b.energy_wh / 1000, 'sum', ${sumOf('b.charged_kopiykas')}) as facts
      from billing.bill b join billing.reading r using (account_number, period)
      where period = (select period from last) and r.source = 'customer' and r.status = 'accepted'
        and not b.is_estimated and b.charged_kopiykas > 0
      group by b.account_number, b.period
      union all
      select account_number, 'bill.issued', issued_on::timestamp at time zone 'UTC',
        jsonb_build_object('period', period, 'number', bill_number,
          'toPay', ${sumOf('greatest(closing_kopiykas, 0)')}, 'dueOn', due_on::text)
      from billing.bill where period = (select period from last)
      union all
      select account_number, 'payment.' || state.name, state.at,
        jsonb_build_object('sum', ${sumOf('amount_kopiykas')}, 'purpose', purpose, 'actNumber', act_number,
          'expectedOn', expected_on::text)
      from billing.payment
      cross join lateral (values ('confirmed', confirmed_at),
        ('landed', (landed_on + time '07:00') at time zone 'UTC')) as state (name, at)
      where to_char(started_at, 'YYYY-MM') >= (select period from last) and state.at is not null
    )
    select account_number as "accountNumber", ${idOf(`'event:' || account_number || ':' || kind || ':' || at`)} as "eventId",
      kind, facts as payload, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "happenedAt"
    from news where account_number = any(${[...accountNumbers]}::text[])`.execute(db);
  await insertAccountEvents(db, rows);
}

/** Keeps who may sign for the chain, in the name of its contract's sign-in. Existing powers do not change. */
async function makeSampleSigners(db: PortalDatabase, clock: Clock): Promise<void> {
  const { account, signers } = sampleSigners;
  const { identity_id: by } = await db
    .selectFrom('portal.identity_account')
    .select('identity_id')
    .where('account_number', '=', account)
    .executeTakeFirstOrThrow();
  for (const { kinds, ...signer } of signers)
    await insertSignerPower(db, account, { ...signer, kinds: kinds && [...kinds] }, { at: clock.now(), by });
}

/** Inserts the messages of the supplier as of the day of the clock, after the sign-ins. Existing messages do not change. */
export async function makeSampleMessages(db: PortalDatabase, clock: Clock): Promise<void> {
  const read: string[] = [];
  for (const { isRead, ...message } of sampleMessages(kyivDateOf(clock.now()))) {
    const messageId = uuidOfWords('sample', 'supplier-message', message.title);
    await insertSupplierMessage(db, { ...message, messageId, sentBy: null, requestId: null });
    if (isRead) read.push(messageId);
  }
  await markReadInCabinets(db, read, clock.now());
}

const nameOf = (
  account: string,
  { topicId, chat = '' }: { readonly topicId: string; readonly chat?: string },
) => `sample/${account}/${topicId}${chat}`;

/** Proposes what late answers of the sample owe and decides about it, after the tickets. What is decided does not change. */
async function makeSampleCompensations(db: PortalDatabase, clock: Clock): Promise<void> {
  const transport = inProcess(createBilling({ db: db as unknown as BillingDatabase, clock }));
  const billing = createBillingClient({ transport, record: () => undefined, clock });
  const job = { reference: newId(), signal: new AbortController().signal };
  await proposeCompensations({ db, billing, clock }, job);
  const owner = await db
    .selectFrom('portal.administrator')
    .select('identity_id')
    .where('login', '=', 'owner')
    .executeTakeFirstOrThrow();
  const context = { reference: job.reference, actor: 'sample' };
  const callBilling = <M extends Module>(module: M, input: ModuleInput<M>) =>
    billing.call(module, input, context);
  for (const { account, compensation, ...ticket } of sampleTickets(kyivDateOf(clock.now()))) {
    if (compensation !== 'booked' && compensation !== 'excluded') continue;
    await recordCompensation(
      { db, clock, callBilling },
      { accountNumber: account, name: nameOf(account, ticket), operatorId: owner.identity_id },
      compensation === 'booked' ? { kind: 'approve' } : { kind: 'exclude', exclusion: 'noData', note: '' },
    );
  }
}

/** Records the tickets of the sample as of the day of the clock, after the sign-ins. Existing tickets do not change. */
export async function makeSampleTickets(db: PortalDatabase, clock: Clock): Promise<void> {
  await seedTopics(db);
  const operator = await db
    .selectFrom('portal.administrator')
    .select('identity_id')
    .where('login', '=', 'operator')
    .executeTakeFirstOrThrow();
  const now = clock.now();
  for (const { account, words, ...ticket } of sampleTickets(kyivDateOf(now))) {
    await recordTicket(db, {
      ...ticket,
      name: nameOf(account, ticket),
      accountNumber: account,
      operatorId: operator.identity_id,
      words: words.filter((word) => hasHappened(word, now)),
    });
  }
}

/** Inserts what customers said of pages and answers, as of the day of the clock. Existing marks do not change. */
export async function makeSampleFeedback(db: PortalDatabase, clock: Clock): Promise<void> {
  const { rows } = await typedSql({ account: text(), identityId: uuid() })`
    select a.account_number as account, min(a.identity_id::text)::uuid as "identityId" from portal.identity_account a
    group by a.account_number`.execute(db);
  const customers = new Map(rows.map(({ account, identityId }) => [account, identityId]));
  const operator = await db
    .selectFrom('portal.administrator')
    .select('identity_id')
    .where('login', '=', 'operator')
    .executeTakeFirst();
  const today = kyivDateOf(clock.now());
  for (const [place, { account, ...mark }] of sampleMarks(today).entries()) {
    const identityId = customers.get(account);
    const feedbackId = uuidOfWords('sample', 'feedback', String(place));
    if (identityId)
      await insertPageMark(db, { ...mark, feedbackId, identityId, occasion: 'page', version: 'sample' });
  }
  for (const [place, { account, ...rating }] of sampleRatings(today).entries()) {
    const identityId = customers.get(account);
    const conversationId = uuidOfWords('sample', 'rated-conversation', String(place));
    const operatorId = place % 4 === 0 ? null : (operator?.identity_id ?? null);
    if (identityId)
      await recordRating(db, { ...rating, identityId, conversationId, answerSeq: 2, operatorId });
  }
}

/** Inserts service messages as of the day of the clock. Existing ones do not change. */
export async function makeSampleNotices(db: PortalDatabase, clock: Clock): Promise<void> {
  for (const [place, notice] of sampleNotices(kyivDateOf(clock.now())).entries()) {
    const id = uuidOfWords('sample', 'service-notice', String(place));
    await insertNotice(db, id, notice, { by: null, at: clock.now() });
  }
}

const FORMAT = 'kiosk-daily';
const fileNameOf = (day: string) => `terminaly-${day}.csv`;

/** The first sample statement in the database: the day of its file, and whether it is finished. */
async function findBegun(db: BillingDatabase): Promise<{ day: LocalDate; isDone: boolean } | undefined> {
  const { rows } = await typedSql({ day: text(), isDone: bool() })`
    select substring(file_name from '^terminaly-(\\d{4}-\\d\\d-\\d\\d)\\.csv$') as day, state = 'done' as "isDone"
    from billing.bank_statement
    where format_name = ${FORMAT} and file_name ~ '^terminaly-\\d{4}-\\d\\d-\\d\\d\\.csv$' and state in ('booking', 'done')
    order by statement_number limit 1`.execute(db);
  const found = rows[0];
  return found && { day: localDate(found.day), isDone: found.isDone };
}

/**
 * Imports the sample statement once: an interrupted import is finished with the file of its own day, a finished one is
 * not repeated.
 */
export async function importSampleStatement(db: BillingDatabase, pool: pg.Pool, clock: Clock): Promise<void> {
  const begun = await findBegun(db);
  if (begun?.isDone) return;
  const day = begun?.day ?? kyivDateOf(clock.now());
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-statement-'));
  try {
    const path = join(folder, fileNameOf(day));
    await writeFile(path, sampleStatement(day));
    const result = await importStatement({ db, pool, clock, path, formatName: FORMAT, isTrial: false });
    if (result.kind !== 'done')
      throw new Error(`The statement of the sample could not be imported: ${result.kind}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface SampleOptions {
  readonly url: string;
  readonly config: Config;
  readonly clock: Clock;
  readonly print: (line: string) => void;
}

const sampleFolder = join(import.meta.dirname, '../../sample');
/** Advisory-lock key; must be unique in the database. */
const SAMPLE_LOCK = 7_305_219;
/** For the lock, the import and parallel writes of the history closing. */
const CONNECTIONS = 6;

/**
 * Loads the sample supplier with its sign-ins into an empty database, never in production, and finishes an interrupted
 * load of its own. A database with any supplier is not changed. Concurrent starts load it once; the others wait.
 * Returns whether the sample's sign-ins exist.
 */
export async function loadSampleIfEmpty(options: SampleOptions): Promise<boolean> {
  if (options.config.production) return false;
  const { db, pool, close } = connectDatabase<unknown>({
    url: options.url,
    poolSize: CONNECTIONS,
    name: 'svitlo-sample',
  });
  try {
    return await afterAdvisoryLock(pool, SAMPLE_LOCK, () => loadOnce(db as PortalDatabase, pool, options));
  } finally {
    await close();
  }
}

async function loadOnce(
  portalDb: PortalDatabase,
  pool: pg.Pool,
  { clock, print }: SampleOptions,
): Promise<boolean> {
  const billingDb = portalDb as unknown as BillingDatabase;
  const load = await portalDb.selectFrom('portal.sample_load').selectAll().executeTakeFirst();
  if (load?.finished_at != null) return true;
  const suppliers = await billingDb.selectFrom('billing.supplier').select('edrpou').execute();
  const isOfSample = suppliers.every(({ edrpou }) => edrpou === sampleEdrpou);
  if (!isOfSample) return false;
  if (load === undefined) {
    // Loaded by a version without the marker, or a user's own supplier, which is not changed.
    if (suppliers.length > 0) return hasLastSignIn(portalDb);
    await portalDb.insertInto('portal.sample_load').defaultValues().execute();
  }
  print('Loading the sample supplier…');
  // If rows exist, they come from the current files.
  if (suppliers.length === 0) await makeSampleIfStale(sampleFolder, clock);
  const result = await importFolder({ db: billingDb, pool, folder: sampleFolder, clock });
  if (result.kind !== 'loaded') throw new Error(`The sample could not be loaded: ${JSON.stringify(result)}`);
  await importSampleStatement(billingDb, pool, clock);
  await makeSampleVolumeRequests(billingDb, clock);
  await makeSampleReviews(billingDb, clock);
  const signIns = await readSignIns(sampleFolder);
  await makeSampleNews(
    portalDb,
    signIns.flatMap(({ accountNumbers }) => accountNumbers),
  );
  await makeSampleSignIns(portalDb, sampleFolder);
  await makeSampleSigners(portalDb, clock);
  await makeSampleMessages(portalDb, clock);
  await makeSampleTickets(portalDb, clock);
  await makeSampleCompensations(portalDb, clock);
  await makeSampleFeedback(portalDb, clock);
  await makeSampleNotices(portalDb, clock);
  await sql`update portal.sample_load set finished_at = now()`.execute(portalDb);
  return true;
}

/** Makes the requests by the function modules of the cabinet; none when there are some already. */
export async function makeSampleVolumeRequests(db: BillingDatabase, clock: Clock): Promise<void> {
  const { rows } = await sql`select from billing.volume_request limit 1`.execute(db);
  if (rows.length > 0) return;
  const billing = createBilling({ db, clock });
  const transport = inProcess(billing);
  const client = createBillingClient({ transport, record: () => undefined, clock });
  const context = { reference: newId(), actor: 'sample' };
  const ask = async <M extends Module>(module: M, input: ModuleInput<M>) => {
    const result = await client.call(module, input, context);
    if (!result.ok) throw new Error(`${module.name} refused: ${result.code}`);
    return result.data;
  };
  for (const { account: accountNumber, monthsAhead, actions, sentBy, reason } of sampleVolumeRequests) {
    const period = addMonths(periodOf(kyivDateOf(clock.now())), monthsAhead);
    const sheet = await ask(VOLUME_SHEET, { accountNumber, period });
    const asked = sheet.rows.slice(0, requestedPoints).map(({ eic, correctedKwh }) => ({
      eic,
      kwh: Math.round(((correctedKwh ?? 0) * requestedPercent) / 100),
    }));
    const draft = { accountNumber, period, revision: 0, note: requestNote, rows: asked };
    let { request } = await ask(VOLUME_DRAFT_SAVE, draft);
    for (const action of actions) {
      ({ request } = await ask(VOLUME_REQUEST_MOVE, {
        accountNumber,
        requestId: request.requestId,
        revision: request.revision,
        action,
        reason: action === 'approve' || action === 'decline' ? reason : '',
        actorName: action === 'send' ? sentBy : sampleAdministrators[1].fullName,
      }));
    }
  }
}

/** Whether the last created sign-in exists. */
async function hasLastSignIn(portalDb: PortalDatabase): Promise<boolean> {
  const found = await portalDb
    .selectFrom('portal.administrator')
    .select('login')
    .where('login', '=', sampleAdministrators.at(-1)?.login ?? '')
    .executeTakeFirst();
  return found !== undefined;
}
