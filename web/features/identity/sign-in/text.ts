import { text as form } from '#web/lib/form/sign-in-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the sign-in of a person by password: part of the first load. */
export const text = {
  product: common.product,
  title: 'Вхід до кабінету',
  lead: common.forHouseholds,
  ways: 'Спосіб входу',
  byPassword: form.password,
  byCode: form.smsCode,

  phone: form.phoneNumber,
  phoneHint: form.phoneHint,
  phonePrefix: '+380',
  password: form.password,
  show: form.show,
  hide: form.hide,

  submit: common.signIn,
  submitting: 'Входимо…',
  problems: 'Не вдалося увійти',
  wanted: { phone: form.phoneWanted, password: 'Введіть пароль' },

  forgot: form.forgotPassword,
  noCabinet: form.createCabinet,
  forEntity: common.entitySignIn,
  contacts: common.contacts,
} as const;
