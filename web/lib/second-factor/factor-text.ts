import { text as cabinet } from '../cabinet-text.ts';
import { text as form } from '../form/form-text.ts';

/** Texts of a code of the second factor that is asked again. */
export const text = {
  factorCode: 'Код підтвердження входу',
  factorCodeWanted: 'Код підтвердження входу або код відновлення',
  factorCodeHint: {
    totp: '6 цифр із застосунку або один із кодів відновлення.',
    sms: 'Код з SMS на ваш поточний номер або один із кодів відновлення.',
  },
  sendFactorCode: 'Надіслати код на поточний номер',
  resend: cabinet.sendCodeAgain,
  resendWait: form.inSeconds,
  resendReady: 'Код можна надіслати ще раз.',
} as const;
