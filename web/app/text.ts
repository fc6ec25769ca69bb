import { text as common } from '#web/lib/text.ts';

/** Texts of the app frame. */
export const text = {
  productName: common.product,
  skipToContent: 'Перейти до змісту',
  loading: 'Завантажуємо кабінет…',
  loadingPage: 'Завантажуємо сторінку…',
  signIn: common.signIn,
  toHome: 'На головну',
  toBalance: 'До балансу',
  retry: common.retry,
  errorHintOffline:
    'Без мережі цю сторінку не відкрити: на цьому пристрої її ще не відкривали. Спробуйте ще раз, коли з’явиться мережа.',
  errorHintNotFound: 'Можливо, адресу введено з помилкою або сторінку перенесено.',
  errorHintFailed: 'Ми вже знаємо про це. Спробуйте ще раз або поверніться на головну.',
  themeToDark: 'Увімкнути вечірню тему',
  themeToLight: 'Увімкнути світлу тему',
  sessionLeft: 'Перейдемо на головну через {seconds} с.',
  notYours: 'Це не ваші дані або дія, яка вам недоступна. Ваш сеанс триває.',
  stayOnPage: 'Залишитися на сторінці',
  signInAgain: 'Увійти знову',
  closeTip: common.close,
} as const;
