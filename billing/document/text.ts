/** Words of the payment code on every paper. */
export const codeWords = {
  hryvnia: '₴',
  scan: 'Скануйте застосунком банку',
  alt: (sum: string) => `QR-код Національного банку для оплати ${sum} грн`,
} as const;
