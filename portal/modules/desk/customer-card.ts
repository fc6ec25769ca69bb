import { type RawBuilder, sql } from 'kysely';
import { ACCOUNT_GET, ACCOUNT_LIST } from '#billing/api/accounts.ts';
import { DUE_LIST } from '#billing/api/balance.ts';
import { BILL_LIST } from '#billing/api/bills.ts';
import { INVOICE_LIST } from '#billing/api/invoices.ts';
import { PAYMENT_LIST } from '#billing/api/payments.ts';
import { READING_LIST } from '#billing/api/readings.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { deskCard } from '#contract/desk.ts';
import { noAccount } from '#contract/fields.ts';
import type { ConversationState } from '#domain/conversations/conversation-state.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  int8,
  nullable,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { ConversationKey } from '#portal/modules/conversations/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

type Card = Omit<OutputOf<typeof deskCard>, 'status'>;

const shownRows = 3;
const shownConversations = 10;
const maxAccounts = 200;

/** Whose conversation it is, and the accounts of that cabinet, the conversation's own first; undefined: there is none. */
async function findCabinet(db: PortalDatabase, { accountNumber, conversationId }: ConversationKey) {
  const { rows } = await typedSql({
    cabinetId: uuid(),
    customerType: text<'person' | 'entity'>(),
    accounts: textArray(),
    name: text(),
    phone: nullable(text()),
    email: nullable(text()),
  })`
    select c.cabinet_id as "cabinetId", c.customer_type as "customerType",
      concat_ws(' ', nullif(i.surname, ''), nullif(i.name, ''), nullif(i.middle_name, '')) as name, i.phone, i.email, array(
      select a.account_number from portal.identity_account a where a.identity_id = c.cabinet_id
      order by a.account_number <> c.account_number, a.account_number limit ${maxAccounts}::integer) as accounts
    from portal.conversation c join portal.identity i on i.identity_id = c.cabinet_id
    where c.account_number = ${accountNumber} and c.conversation_id = ${conversationId}::uuid`.execute(db);
  return rows[0];
}

/** Which conversations: of a cabinet, but one, or those that one person of a company has opened in it; or about an account. */
type ConversationsOf =
  | { readonly cabinetId: string; readonly openedBy?: string; readonly except?: string }
  | { readonly account: string };

function matching(of: ConversationsOf): RawBuilder<unknown> {
  if ('account' in of) return sql`account_number = ${of.account}`;
  const { cabinetId, openedBy = null, except = null } = of;
  return sql`cabinet_id = ${cabinetId}::uuid
      and (${openedBy}::uuid is null or opened_by = ${openedBy}::uuid)
      and conversation_id is distinct from ${except}::uuid`;
}

/** Conversations of a customer or an account, newest first, after the one with this moment and id. */
export async function listConversationsOf(
  db: PortalDatabase,
  of: ConversationsOf,
  {
    after,
    limit,
  }: {
    readonly after?: readonly [moment: string, id: string];
    readonly limit: number;
  },
): Promise<(Card['conversations'][number] & { readonly moment: string })[]> {
  const [moment = null, id = null] = after ?? [];
  const { rows } = await typedSql({
    account: text(),
    id: uuid(),
    number: int8(),
    title: text(),
    state: text<ConversationState>(),
    openedAt: timestamptz<Instant>(),
    moment: text(),
  })`
    select account_number as account, conversation_id as id, number, title, state, opened_at as "openedAt",
      to_char(opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from portal.conversation where ${matching(of)}
      and (${moment}::timestamptz is null or (opened_at, conversation_id) < (${moment}::timestamptz, ${id}::uuid))
    order by opened_at desc, conversation_id desc limit ${limit}::integer`.execute(db);
  return rows.map((row) => ({ ...row, number: Number(row.number), openedAt: instantToIso(row.openedAt) }));
}

type Bills = Card['bills'];

/** The last bills of a household, or invoices of a company. */
async function lastBills(
  billing: RequestContext['billing'],
  accountNumber: string,
  customerType: 'person' | 'entity',
): Promise<Bills> {
  if (customerType === 'entity') {
    const invoices = await billing(INVOICE_LIST, { accountNumber, limit: shownRows });
    return invoices.ok
      ? invoices.data.invoices.map(({ period, gross, open }) => ({ period, sum: gross, open }))
      : [];
  }
  const bills = await billing(BILL_LIST, { accountNumber });
  return bills.ok
    ? bills.data.bills
        .slice(0, shownRows)
        .map(({ period, charged, open }) => ({ period, sum: charged, open }))
    : [];
}

/** The registers of a meter that were read together are one reading. */
function groupReadings(
  rows: readonly {
    readonly effectiveDate: string;
    readonly meterSerial: string;
    readonly zone: Card['readings'][number]['registers'][number]['zone'];
    readonly value: number;
    readonly state: Card['readings'][number]['state'];
  }[],
): Card['readings'] {
  const groups = new Map<string, Card['readings'][number]>();
  for (const { effectiveDate: day, meterSerial: meter, zone, value, state } of rows) {
    const key = `${day} ${meter} ${state}`;
    const group = groups.get(key) ?? { day, meter, state, registers: [] };
    groups.set(key, { ...group, registers: [...group.registers, { zone, value }] });
  }
  return [...groups.values()].slice(0, shownRows);
}

/**
 * The customer of a conversation; what the billing does not answer is left out, because the conversation is answered all the
 * same. undefined: there is no such conversation.
 */
export async function customerCard(
  db: PortalDatabase,
  billing: RequestContext['billing'],
  key: ConversationKey,
): Promise<Card | undefined> {
  const cabinet = await findCabinet(db, key);
  if (cabinet === undefined) return undefined;
  const conversations = await listConversationsOf(
    db,
    { cabinetId: cabinet.cabinetId, except: key.conversationId },
    { limit: shownConversations },
  );
  const { cabinetId: id, name, phone, email } = cabinet;
  const known = {
    customer: { id, name, phone, email },
    conversations: conversations.map(({ moment: _, ...conversation }) => conversation),
  };
  const accountNumber = key.accountNumber === noAccount ? cabinet.accounts[0] : key.accountNumber;
  if (accountNumber === undefined)
    return { ...known, contract: null, accounts: [], readings: [], bills: [], payments: [] };
  const accountNumbers = cabinet.accounts.includes(accountNumber)
    ? cabinet.accounts
    : [accountNumber, ...cabinet.accounts];
  const [account, accounts, dues, readings, bills, payments] = await Promise.all([
    billing(ACCOUNT_GET, { accountNumber }),
    billing(ACCOUNT_LIST, { accountNumbers }),
    billing(DUE_LIST, { accountNumbers }),
    billing(READING_LIST, { accountNumber, limit: 3 * shownRows }),
    lastBills(billing, accountNumber, cabinet.customerType),
    billing(PAYMENT_LIST, { accountNumber, limit: shownRows }),
  ]);
  const dueOf = new Map(dues.ok ? dues.data.accounts.map((due) => [due.accountNumber, due]) : []);
  return {
    ...known,
    contract: account.ok
      ? {
          holder: account.data.customerName,
          number: account.data.contractNumber,
          tariff: account.data.tariffTitle,
        }
      : null,
    accounts: accounts.ok
      ? accounts.data.accounts
          .map(({ accountNumber: number, address }) => ({
            account: number,
            address,
            due: dueOf.get(number)?.energy ?? '0.00',
            overpaid: dueOf.get(number)?.overpaid ?? '0.00',
          }))
          .sort((a, b) => Number(b.account === accountNumber) - Number(a.account === accountNumber))
      : null,
    readings: readings.ok ? groupReadings(readings.data.readings) : [],
    bills,
    payments: payments.ok
      ? payments.data.payments.map(({ startedAt, sum, state }) => ({ startedAt, sum, state }))
      : [],
  };
}
