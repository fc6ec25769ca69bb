import { type RawBuilder, sql } from 'kysely';
import type { Kopiykas } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type Columns, int8, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

type BankDecision = 'waiting' | 'paid' | 'refused' | 'returned';

/** Which order: each sandbox provider has numbers of its own. */
export interface BankOrderKey {
  readonly provider: string;
  readonly orderId: string;
}

/** An order in the books of the test bank. */
export interface BankOrder extends BankOrderKey {
  readonly bankReference: string;
  readonly amount: Kopiykas;
  readonly accountNumber: string;
  /** Page of the cabinet, below our own address. */
  readonly returnPath: string;
  readonly decision: BankDecision;
  /** Since when the decision is what it is. */
  readonly decidedAt: Instant;
}

const columns = sql`provider, order_id as "orderId", bank_reference as "bankReference", amount_kopiykas as amount,
  account_number as "accountNumber", return_path as "returnPath", decision,
  coalesce(returned_at, decided_at, created_at) as "decidedAt"`;

function isOrder({ provider, orderId }: BankOrderKey): RawBuilder<unknown> {
  return sql`provider = ${provider} and order_id = ${orderId}`;
}

const bankOrderColumns: Columns<BankOrder> = {
  bankReference: uuid(),
  amount: int8(),
  accountNumber: text(),
  returnPath: text(),
  decision: text(),
  decidedAt: timestamptz(),
  provider: text(),
  orderId: text(),
};

/** Opens an order and answers it; one that is open already stays as it is. */
export async function openBankOrder(
  db: PortalDatabase,
  order: Omit<BankOrder, 'decision' | 'decidedAt'>,
  now: Instant,
): Promise<BankOrder> {
  const result = await typedSql(bankOrderColumns)`
    insert into portal.sandbox_bank_order as kept (provider, order_id, bank_reference, amount_kopiykas, account_number,
      return_path, created_at)
    values (${order.provider}, ${order.orderId}, ${order.bankReference}, ${order.amount}, ${order.accountNumber},
      ${order.returnPath}, ${instantToIso(now)}::timestamptz)
    on conflict (provider, order_id) do update set order_id = kept.order_id
    returning ${columns}`.execute(db);
  const [opened] = result.rows;
  if (opened === undefined) throw new Error(`no order ${order.orderId}`);
  return opened;
}

/** An order by its number. */
export async function findBankOrder(db: PortalDatabase, key: BankOrderKey): Promise<BankOrder | undefined> {
  const result = await typedSql(bankOrderColumns)`
    select ${columns} from portal.sandbox_bank_order where ${isOrder(key)}`.execute(db);
  return result.rows[0];
}

/** Writes the payer's decision; the first one stays. Answers the order as it stands then. */
export async function decideBankOrder(
  db: PortalDatabase,
  key: BankOrderKey,
  decision: 'paid' | 'refused',
  now: Instant,
): Promise<BankOrder | undefined> {
  await sql`
    update portal.sandbox_bank_order set decision = ${decision}, decided_at = ${instantToIso(now)}::timestamptz
    where ${isOrder(key)} and decision = 'waiting'`.execute(db);
  return findBankOrder(db, key);
}

/** Gives the money of a paid order back. Answers the order as it stands then. */
export async function returnBankOrder(
  db: PortalDatabase,
  key: BankOrderKey,
  now: Instant,
): Promise<BankOrder | undefined> {
  await sql`
    update portal.sandbox_bank_order set decision = 'returned', returned_at = ${instantToIso(now)}::timestamptz
    where ${isOrder(key)} and decision = 'paid'`.execute(db);
  return findBankOrder(db, key);
}
