import type * as z from 'zod/mini';
import type { CUSTOM_INFO_GET } from '#billing/api/accounts/accounts.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { customInfoSchema } from '#contract/charges.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';

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
