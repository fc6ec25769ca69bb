import { text as form } from '#web/lib/form/form-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the password reset. */
export const text = {
  product: common.product,
  title: form.newPassword,
  lead: {
    person: 'Надішлемо код на телефон або підтверджений e-mail.',
    entity: 'Надішлемо код на номер телефону або підтверджений e-mail кабінету компанії.',
  },
  codeTitle: form.confirmationCode,
  codeLead: 'Якщо {contact} зареєстровано, за хвилину туди прийде код. Він діє 5 хвилин.',
  passwordTitle: 'Придумайте пароль',
  passwordLead: 'З новим паролем увійдете знову на кожному пристрої.',
  doneTitle: 'Пароль змінено',
  doneLead: 'Увійдіть із новим паролем.',

  where: 'Куди надіслати код',
  byPhone: 'На телефон',
  byEmail: 'На e-mail',
  phone: form.phoneNumber,
  phoneHint: form.phoneHint,
  phonePrefix: '+380',
  email: 'E-mail',
  emailHint: 'підтверджений у налаштуваннях кабінету',
  account: form.account,
  accountHint: form.accountHint,
  codeAlreadySent: 'Якщо {contact} зареєстровано, код туди вже надіслано.',
  code: form.code,
  newPassword: form.newPassword,

  getCode: form.getCode,
  gettingCode: form.sending,
  confirm: form.next,
  confirming: form.checking,
  save: 'Зберегти пароль',
  saving: form.saving,
  toSignIn: common.signIn,
  back: 'Змінити номер або e-mail',
  resend: form.sendAgain,
  resendWait: form.inSeconds,
  resendReady: form.newCodeReady,

  problems: form.checkData,
  codeProblems: 'Код не підійшов',
  saveProblems: 'Пароль не змінено',
  wanted: {
    account: form.accountWanted,
    phone: form.phoneWanted,
    email: form.emailWanted,
    password: form.passwordWanted,
  },
  remembered: 'Згадали пароль? Увійти',
  otherType: { person: form.entityCabinet, entity: form.personCabinet },
  help: 'Немає доступу ні до номера, ні до пошти? Зателефонуйте до контактного центру.',
  contacts: common.contacts,
} as const;
