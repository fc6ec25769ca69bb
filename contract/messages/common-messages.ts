/** Field rules and what every page can meet. Texts: spec/messages.md. */
export const commonMessages = {
  'field.required': "Це поле обов'язкове для заповнення",
  'field.length': 'Це поле має містити {n} {n|символ|символи|символів}',
  'field.max': 'Це поле має містити максимум {n} {n|символ|символи|символів}',
  'field.invalid': 'Перевірте коректність введених даних',
  'field.samePassword': 'Новий пароль не може бути таким же як і старий.',
  'field.phoneLength': 'Номер телефону має містити 13 символів',
  'field.codeLength': 'Код має містити 4 символи',
  'common.unexpected': 'Сталася помилка. Спробуйте, будь ласка, пізніше. Номер помилки: {reference}',
  'common.serviceDown': 'Сервіс тимчасово недоступний. Ми вже працюємо над відновленням.',
  'common.restoredSoon': 'Роботу сервісу буде відновлено найближчим часом.',
  'common.network': "Немає з'єднання з мережею. Перевірте інтернет і спробуйте ще раз.",
  'common.notFound': 'Нічого не знайдено',
  'common.deviceClock':
    'На вашому пристрої неправильно встановлено дату або час. Виправте їх і спробуйте ще раз.',
  'common.tooManyRequests': 'Забагато запитів. Спробуйте через {seconds} с.',
  'common.sessionEnded': 'Сеанс завершено. Увійдіть знову, щоб продовжити.',
  'page.notFound': 'На жаль, цю сторінку не знайдено',
  'page.error': 'На жаль, сталася помилка',
  'common.forbidden': 'Ця дія вам недоступна.',
  'common.badRequest': 'Перевірте введені дані.',
} as const;
