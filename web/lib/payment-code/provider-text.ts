import { tableOf } from '#domain/table-of.ts';

const names: Readonly<Record<string, string>> = tableOf({
  sandbox: 'Тестовий банк',
  liqpay: 'LiqPay',
  monobank: 'monobank',
  portmone: 'Portmone',
  easypay: 'EasyPay',
  bank: 'Через банк',
});

/** Who took a payment, in words; one that is not known here by its own name, none at all as the bank. */
export function providerName(provider: string): string {
  return names[provider || 'bank'] ?? provider;
}
