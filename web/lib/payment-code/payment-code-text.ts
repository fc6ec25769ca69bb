/** Texts of payment codes and bank details. */
export const text = {
  openApp: 'Відкрити в застосунку банку',
  apps: {
    privat24: 'Приват24',
    monobank: 'monobank',
    pumb: 'ПУМБ',
    raiffeisen: 'Райффайзен',
  },
  copyFailed: 'Скопіюйте самі',
} as const;
