import type * as z from 'zod/mini';
import type { CUSTOM_INFO_GET } from '#billing/api/accounts.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { customInfoSchema } from '#contract/charges.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { maskName, maskPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import { maskEmail } from '#domain/identifiers/email.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import type { ProvenContacts } from './access/access-store.ts';

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
