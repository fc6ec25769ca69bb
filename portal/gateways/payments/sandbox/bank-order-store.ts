import { sql } from 'kysely';
import type { Kopiykas } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export type BankDecision = 'waiting' | 'paid' | 'refused';

/** An order in the books of the test bank. */
export interface BankOrder {
  readonly orderId: string;
  readonly bankReference: string;
  readonly amount: Kopiykas;
  readonly accountNumber: string;
  /** Page of the cabinet, below our own address. */
  readonly returnPath: string;
  readonly decision: BankDecision;
}

const columns = sql`order_id as "orderId", bank_reference as "bankReference", amount_kopiykas as amount,
  account_number as "accountNumber", return_path as "returnPath", decision`;

/** Opens an order and answers it; one that is open already stays as it is. */
export async function openBankOrder(
  db: PortalDatabase,
  order: Omit<BankOrder, 'decision'>,
  now: Instant,
): Promise<BankOrder> {
  const result = await sql<BankOrder>`
    insert into portal.sandbox_bank_order as kept (order_id, bank_reference, amount_kopiykas, account_number,
      return_path, created_at)
    values (${order.orderId}, ${order.bankReference}, ${order.amount}, ${order.accountNumber}, ${order.returnPath},
      ${instantToIso(now)}::timestamptz)
    on conflict (order_id) do update set order_id = kept.order_id
    returning ${columns}`.execute(db);
  const [opened] = result.rows;
  if (opened === undefined) throw new Error(`no order ${order.orderId}`);
  return opened;
}

/** An order by its number. */
export async function findBankOrder(db: PortalDatabase, orderId: string): Promise<BankOrder | undefined> {
  const result = await sql<BankOrder>`
    select ${columns} from portal.sandbox_bank_order where order_id = ${orderId}`.execute(db);
  return result.rows[0];
}

/** Writes the payer's decision; the first one stays. Answers the order as it stands then. */
export async function decideBankOrder(
  db: PortalDatabase,
  orderId: string,
  decision: 'paid' | 'refused',
  now: Instant,
): Promise<BankOrder | undefined> {
  await sql`
    update portal.sandbox_bank_order set decision = ${decision}, decided_at = ${instantToIso(now)}::timestamptz
    where order_id = ${orderId} and decision = 'waiting'`.execute(db);
  return findBankOrder(db, orderId);
}
