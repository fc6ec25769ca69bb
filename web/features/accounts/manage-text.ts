import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as common } from '#web/lib/text.ts';

/**
 * Texts of the page where objects are named, chosen and removed; a separate file because the home page does not need
 * them.
 */
export const text = {
  list: common.objects,
  lead: 'Дайте об’єктам власні назви: їх бачите лише ви.',
  offline: 'Немає мережі. Перейменувати, обрати чи вилучити об’єкт можна буде, коли вона з’явиться.',
  listFailed: 'Не вдалося оновити список. Показуємо те, що було відомо востаннє.',
  close: common.close,
  cancel: cabinet.cancel,

  waits: 'О/р {account}: чекаємо, доки доступ дозволить той, хто вже має цей рахунок. Запит діє до {until}.',

  chosen: 'Обрано',
  choose: 'Обрати',
  chooseOf: 'Обрати: {name}',
  chosenNow: 'Обрано: {name}.',
  green: common.greenTariff,

  rename: 'Перейменувати',
  renameOf: 'Перейменувати: {name}',
  newName: 'Назва об’єкта',
  newNameHint: 'До 40 символів. Порожнє поле поверне адресу.',
  problems: cabinet.pleaseCheck,
  save: cabinet.save,
  saving: form.saving,
  renamed: 'Назву змінено: {name}.',
  addressAgain: 'Тепер об’єкт зветься за адресою.',
  gone: 'Цього об’єкта вже немає у вашому кабінеті.',

  drop: 'Вилучити',
  dropOf: 'Вилучити: {name}',
  dropTitle: 'Вилучити об’єкт?',
  dropAccount: 'о/р {account}',
  dropLost:
    'З кабінету зникнуть його назва, рахунки, показання й оплати. Ви не отримуватимете про нього новин.',
  dropKept: 'Рахунок і договір залишаються: нарахування тривають, а борг не зникає.',
  dropBack:
    'Повернути об’єкт можна будь-коли за номером рахунку і кодом. Якщо рахунок є ще в чийомусь кабінеті, код стане іншим: його надрукують на наступному рахунку.',
  dropWithLoss: 'Вилучити й не передавати показання',
  dropping: 'Вилучаємо…',
  keep: 'Залишити',
  dropped: 'Об’єкт «{name}» вилучено з кабінету.',

  info: 'Договір, точка обліку, реквізити',
  infoLoading: 'Завантажуємо відомості про об’єкт…',
  infoFailed: 'Не вдалося показати відомості про об’єкт',
  infoKept: 'Сервіс зараз не відповідає. Це відомості станом на {moment}.',
  contract: cabinet.contract,
  contractNumber: 'Номер і дата',
  contractValue: cabinet.numberOfDate,
  customer: cabinet.customer,
  phone: 'Телефон у договорі',
  email: 'E-mail у договорі',
  consumerEic: cabinet.consumerEic,
  tariff: cabinet.tariff,
  place: cabinet.meteringPoint,
  address: cabinet.address,
  eic: cabinet.eic,
  power: 'Дозволена потужність',
  powerValue: '{power} кВт',
  heating: 'Електроопалення',
  heatings: { none: cabinet.none, electric: 'є' },
  bank: 'Куди платити',
  recipient: cabinet.recipient,
  edrpou: 'ЄДРПОУ',
  iban: 'IBAN',
  bankName: cabinet.bank,
  charging: cabinet.charges,
  lastCharged: 'Останнє нарахування',
  neverCharged: 'ще не було',
  meterCount: 'Лічильників',
  meterNumbers: 'Номери лічильників',
  counts: cabinet.objectCounts,
  responsibles: 'Відповідальні особи',
  responsible: 'Відповідальна особа',
  copy: cabinet.copy,
  copyOf: cabinet.copyOf,
  copied: cabinet.copied,
  copyFailed: cabinet.didNotWork,
} as const;
