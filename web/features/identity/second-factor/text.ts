import { codeText, text as form } from '#web/lib/form/form-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the second step of a sign-in. */
export const text = {
  product: common.product,
  title: form.signInConfirmation,
  codeAlreadySent: form.codeAlreadySent,
  codeNotYet: 'Код для цього входу на {phone} ще не надіслано.',
  getCode: form.getCode,
  smsCode: form.smsCode,
  smsHint: codeText.letters.hint,
  appCode: form.appCode,
  appHint: '6 цифр, що змінюються кожні 30 секунд',
  recoveryCode: 'Код відновлення',
  recoveryHint: 'один із кодів, які ви зберегли, наприклад AB12C-DE34F',
  submit: form.confirm,
  submitting: form.checking,
  useRecovery: 'Увійти за кодом відновлення',
  useCode: 'Увійти за звичайним кодом',
  back: 'Повернутися до входу',
  resend: form.sendAgain,
  resendWait: form.inSeconds,
  resendReady: form.newCodeReady,
  problems: 'Не вдалося підтвердити вхід',
  wantedSms: codeText.letters.wanted,
  wantedApp: 'Код — 6 цифр із застосунку',
  wantedRecovery: 'Код відновлення — 10 літер і цифр, наприклад AB12C-DE34F',
} as const;
