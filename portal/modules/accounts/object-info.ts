import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { ACCOUNT_GET, type CUSTOM_INFO_GET } from '#billing/api/accounts.ts';
import type { ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import { BillingUnavailable } from '#billing/billing-errors.ts';
import { type objectInfo, objectInfoSchema } from '#contract/accounts/accounts.ts';
import type { customInfoSchema } from '#contract/charges.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { maskName, maskPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import { maskEmail } from '#domain/identifiers/email.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type CallResult, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { getProvenContacts, type ProvenContacts } from './access/access-store.ts';

/** Whether a person holds the contract: their confirmed phone is the one in the contract. */
export function holdsContract({ phone }: Pick<ProvenContacts, 'phone'>, contractPhone: string): boolean {
  const own = parsePhone(phone);
  return own !== undefined && own === parsePhone(contractPhone);
}

/** A phone as others may see it; '' when there is none. */
export function maskedPhone(phone: string): string {
  const parsed = parsePhone(phone);
  return parsed === undefined ? '' : maskPhone(parsed);
}

/** The customer of a contract. */
interface ContractCustomer {
  readonly customerName: string;
  readonly phone: string;
  readonly email: string;
}

/**
 * The customer of an account as a person with access may see: contacts that are not their own are masked,
 * and so is the name, except for the holder of the contract and for a person of that name. A code from a bill opens the account and
 * must not show more of its customer than the bill.
 */
export function customerShownTo(
  { phone, email, surname, name, middleName }: ProvenContacts,
  card: ContractCustomer,
): { readonly name: string; readonly phone: string; readonly email: string } {
  const isHolder = holdsContract({ phone }, card.phone);
  const isOwnEmail = email !== '' && email.toLowerCase() === card.email.toLowerCase();
  const ownName = [surname, name, middleName].filter(Boolean).join(' ').toLowerCase();
  const isOwnName = ownName !== '' && ownName === card.customerName.toLowerCase();
  return {
    name: isHolder || isOwnName ? card.customerName : maskName(card.customerName),
    phone: isHolder ? card.phone : maskedPhone(card.phone),
    email: isHolder || isOwnEmail ? card.email : maskEmail(card.email),
  };
}

/** The short card of an account, with a warning while violation acts are unpaid; `nameShown`: the name as far as it may be seen. */
export function customInfo(
  info: ModuleOutput<typeof CUSTOM_INFO_GET>,
  nameShown = info.customerName,
): z.infer<typeof customInfoSchema> {
  const { count, sum } = info.unpaidActs;
  return {
    account: info.accountNumber,
    address: info.address,
    name: nameShown,
    contractNumber: info.contractNumber,
    tariff: info.tariffTitle,
    meterCount: info.meterCount,
    lastCalculateTime: info.lastChargedAt ?? '',
    debetAct: { count, sum },
    warning:
      count === 0
        ? null
        : formatMessage('documents.unpaidViolationActs', { sum: formatMoney(moneyFromWire(sum)) }),
  };
}

/** Stores the information of an object, replacing the former. False when the object is not in the cabinet. */
export async function upsertObjectInfo(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
  info: unknown,
  savedAt: Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into portal.object_info (identity_id, account_number, info, saved_at)
    select identity_id, account_number, ${JSON.stringify(info)}::jsonb, ${instantToIso(savedAt)}::timestamptz
      from portal.identity_account
     where identity_id = ${identityId}::uuid and account_number = ${accountNumber}
    on conflict (identity_id, account_number) do update set info = excluded.info, saved_at = excluded.saved_at`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** The stored information of an object; undefined: none. */
async function findObjectInfo(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
): Promise<{ readonly info: unknown; readonly savedAt: Instant } | undefined> {
  const row = await db
    .selectFrom('portal.object_info')
    .select(['info', 'saved_at'])
    .where('identity_id', '=', identityId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return row && { info: row.info, savedAt: row.saved_at as Instant };
}

/** Information of an object, in wire format. */
export type ObjectInfo = z.infer<typeof objectInfoSchema>;

type Card = ModuleOutput<typeof ACCOUNT_GET>;

function infoOf(card: Card, asker: ProvenContacts): ObjectInfo {
  return {
    customer: {
      ...customerShownTo(asker, card),
      contractNumber: card.contractNumber,
      contractDate: card.contractDate,
      consumerEic: card.consumerEic,
      tariff: card.tariffTitle,
    },
    bankInfo: card.bank,
    place: {
      placeId: card.placeId,
      address: card.address,
      eic: card.placeId,
      contractedPowerKw: card.contractedPowerKw,
      heating: card.heating,
    },
    greenTarifHistories: card.feedInHistory,
    customerResponsibles: card.responsibles,
  };
}

/** Reads an object from the billing, as the signed-in user may see it. */
export async function readObjectInfo(
  { db }: Pick<PortalServices, 'db'>,
  accountNumber: string,
  { session, billing }: Pick<RequestContext, 'session' | 'billing'>,
): Promise<ModuleResult<ObjectInfo>> {
  const [result, asker] = await Promise.all([
    billing(ACCOUNT_GET, { accountNumber }),
    getProvenContacts(db, session.identityId),
  ]);
  return result.ok ? { ok: true, data: infoOf(result.data, asker) } : result;
}

/**
 * Information of an object from the billing, or as it was stored last while the billing does not answer.
 * @throws BillingUnavailable when it does not answer and nothing was stored.
 */
export async function showObjectInfo(
  { db }: Pick<PortalServices, 'db'>,
  accountNumber: string,
  { session, billing }: RequestContext,
): Promise<CallResult<FieldsOf<typeof objectInfo>>> {
  try {
    const result = await readObjectInfo({ db }, accountNumber, { session, billing });
    return result.ok ? succeed({ ...result.data, keptAt: null }) : relayRefusal(result);
  } catch (error) {
    if (!(error instanceof BillingUnavailable)) throw error;
    const kept = await findObjectInfo(db, session.identityId, accountNumber);
    // A row stored by an earlier version may lack fields.
    const info = objectInfoSchema.safeParse(kept?.info);
    if (kept === undefined || !info.success) throw error;
    return succeed({ ...info.data, keptAt: instantToIso(kept.savedAt) });
  }
}
