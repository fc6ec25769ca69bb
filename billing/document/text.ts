/** Texts of the payment code. */
export const codeWords = {
  hryvnia: '₴',
  scan: 'Скануйте застосунком банку',
  alt: (sum: string) => `QR-код Національного банку для оплати ${sum} грн`,
} as const;
