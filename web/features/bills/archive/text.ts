import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';

/** Texts of the archive of bills. */
export const text = {
  summary: 'Кілька рахунків одним архівом',
  about: 'Оберіть місяці — рахунки прийдуть одним файлом ZIP, кожен окремим PDF.',
  objects: 'Чиї рахунки',
  thisObject: 'Цього об’єкта',
  allObjects: 'Усіх об’єктів ({count})',
  make: 'Завантажити архівом',
  making: form.sending,
  kept: 'Архів бачите лише ви. Зберігаємо 5 останніх, кожен 14 днів.',
  offline: 'Архів чекає мережі.',
  reversed: 'Останній місяць раніший за перший.',

  list: 'Замовлені архіви',
  listFailed: 'Не вдалося показати замовлені архіви',
  ofAll: 'усі об’єкти',
  states: {
    queued: cabinet.queuedWord,
    making: 'збираємо',
    ready: cabinet.readyWord,
    failed: 'зібрати не вдалося',
  },
  progress: 'Архів рахунків за {months}: зібрано',
  zip: 'ZIP',
  zipName: 'Зберегти архів рахунків за {months}',
  zipBusy: cabinet.loading,
  again: 'Зібрати ще раз',
  againName: 'Зібрати ще раз архів рахунків за {months}',
  readyNow: 'Архів рахунків за {months} готовий: збережіть його.',
  failedNow: 'Архів рахунків за {months} зібрати не вдалося.',
} as const;
