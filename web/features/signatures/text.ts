import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as signIn } from '#web/lib/form/sign-in-text.ts';
import { text as common } from '#web/lib/text.ts';
import type { CertificateProblem, KeyProblem } from '#web/signing/signing-messages.ts';
import type { SignableKind } from './api.ts';

const kinds: Readonly<Record<SignableKind, string>> = {
  readingReport: 'Звіт про показання лічильників',
  acceptanceAct: cabinet.acceptanceAct,
  reconciliationAct: 'Акт звірки',
};

/** What is wrong with a key file, and what to do. */
const keyProblems: Readonly<Record<KeyProblem, string>> = {
  tooLarge: 'Це завеликий файл: ключі мають до 1 МБ. Перевірте, чи той файл ви обрали.',
  notAKey: 'Це не файл ключа. Оберіть .dat, .pfx, .p12, .jks, .zs2 або .pk8 від вашого надавача підпису.',
  certificateAlone: 'У цьому файлі лише сертифікат, без ключа. Оберіть файл особистого ключа.',
  wrongPassword: 'Пароль не підходить до цього ключа. Перевірте мову й великі літери та введіть ще раз.',
  unsupportedKey:
    'Це ключ RSA або ECDSA, а потрібен за ДСТУ 4145. Оберіть інший ключ або отримайте його в надавача підпису.',
  unsupportedProtection:
    'Ключ захищено способом, якого кабінет не відкриває. Підпишіть документ у програмі надавача й завантажте підписаний файл.',
  notForSigning: 'Ключі в цьому файлі шифрують, а не підписують. Оберіть ключ підпису.',
};

const certificateProblems: Readonly<Record<CertificateProblem, string>> = {
  notACertificate: 'Це не файл сертифіката. Потрібен .cer або .crt вашого ключа.',
  otherKey: 'Цей сертифікат від іншого ключа. Оберіть сертифікат того ключа, який відкрили.',
  notForSigning: 'Це сертифікат ключа шифрування. Додайте сертифікат ключа підпису.',
};

/** Texts of signing. */
export const text = {
  kinds,
  sign: 'Підписати документ',
  addSeal: 'Додати печатку компанії',
  title: 'Підписання документа',
  close: common.close,
  loading: 'Дізнаємося, хто підписав документ…',
  loadFailed: 'Не вдалося дізнатися, хто підписав документ',
  partFailed: 'Не вдалося показати підписи документа',
  heading: 'Електронний підпис',
  notYet: 'Документ ще не підписано.',
  notYetViewer: 'Документ ще не підписано. Підписати може власник кабінету компанії або підписант.',

  prepareLoading: 'Готуємо документ…',
  prepareFailed: 'Не вдалося підготувати документ',
  number: '№ {number}',
  prepared: 'Підготовлено {moment}, редакція {edition}',
  read: 'Прочитати документ',
  readBusy: 'Відкриваємо…',
  readLabel: 'Документ, який підписують',
  anew: 'Підготувати заново',
  anewHint: 'Дані змінилися? Нова редакція візьме теперішні.',
  offline: 'Без мережі підписати не вийде: документ і перевірка підпису на сервері. Обраний файл залишиться.',

  ways: 'Як підписати',
  byKey: 'Підписати ключем',
  byFile: 'Завантажити підписаний файл',

  keyPrivacy: 'Ключ і пароль не залишають ваш пристрій: підпис робить сам браузер.',
  keyFile: 'Файл ключа',
  keyHint: '.dat, .pfx, .p12, .jks, .zs2 або .pk8',
  keyWanted: 'Оберіть файл ключа.',
  choose: 'Оберіть файл або перетягніть його сюди',
  password: 'Пароль ключа',
  passwordWanted: 'Введіть пароль ключа.',
  show: signIn.show,
  hide: signIn.hide,
  openKey: 'Відкрити ключ',
  opening: 'Відкриваємо ключ…',
  openingOnDevice: 'Відкриваємо ключ на вашому пристрої, це кілька секунд',
  problems: cabinet.pleaseCheck,
  keyProblems,
  workerFailed: 'Не вдалося завантажити програму підпису. Перевірте мережу та спробуйте ще раз.',

  certificateTitle: 'У файлі немає сертифіката',
  certificateLead: 'Ключ відкрито. Додайте його сертифікат: файл .cer є на сайті надавача, який видав ключ.',
  certificateFile: 'Файл сертифіката',
  certificateHint: '.cer або .crt',
  certificateWanted: 'Оберіть файл сертифіката.',
  addCertificate: 'Додати сертифікат',
  addingCertificate: form.checking,
  certificateProblems,

  several: 'У файлі {n} {n|ключ|ключі|ключів} підпису. Оберіть, яким підписати.',
  yourKey: 'Ваш ключ',
  person: 'Хто підписує',
  seal: 'Печатка',
  post: 'Посада підписувача',
  organization: 'Від компанії',
  edrpou: 'код {code}',
  authority: 'Надавач',
  validTo: 'Діє до',
  expired: 'Строк дії сертифіката минув {date}. Отримайте новий у надавача підпису або оберіть інший ключ.',
  notYetValid: 'Сертифікат почне діяти {date}. До того підписати ним не можна: оберіть інший ключ.',
  sealAlone: 'Це печатка компанії, без особи. Спершу документ підписує людина: оберіть її ключ.',
  signNow: 'Підписати',
  otherKey: 'Інший ключ',
  retry: common.retry,
  reading: 'Беремо документ…',
  signing: 'Підписуємо на вашому пристрої…',
  stamping: 'Просимо позначку часу…',
  checking: 'Перевіряємо підпис…',
  notSigned: 'Підпис не прийнято',
  differs: 'Документ дорогою змінився. Закрийте вікно та відкрийте його знову.',

  fileLead: 'Підпишіть документ у своїй програмі й додайте підпис: окремий або разом із документом.',
  signedFile: 'Підписаний файл',
  signedFileHint: '.p7s або .asice, до {size} МБ',
  signedFileWanted: 'Оберіть підписаний файл.',
  upload: 'Надіслати на перевірку',

  done: 'Підпис прийнято',
  doneBy: 'Підписано: {name}, {moment}.',
  withStamp: 'Час засвідчено позначкою надавача.',
  withoutStamp: 'Позначки часу немає: час за годинником того, хто підписав.',
  next: {
    notNeeded: 'Більше нічого робити не треба.',
    afterCustomer: 'Після вашого підпису документ засвідчить печатка постачальника.',
    pending: 'Постачальник ставить свою печатку, це кілька секунд…',
    signed: 'Документ підписали обидві сторони.',
    onPaper: 'Постачальник підпише зі свого боку на папері.',
  },
  already: 'Від вашої компанії документ підписано: {name}, {moment}. Другий підпис не потрібен.',

  signers: 'Підписи',
  parties: { customer: 'Ваша компанія', supplier: cabinet.supplier },
  bySeal: 'печатка',
  serial: 'сертифікат {serial}',
  stamped: 'позначка часу {moment}',
  signedAt: 'за годинником підписувача {moment}',
  files: 'Файли з підписами',
  formats: { page: 'Аркуш підписів, PDF', archive: 'Документ і підписи, ZIP' },
  filesBusy: cabinet.preparing,
} as const;
