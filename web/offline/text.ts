/** Words about what is done without a network. */
export const text = {
  neverSeen:
    'Немає з’єднання з мережею, а на цьому пристрої цих даних немає. Спробуйте ще раз, коли з’явиться мережа.',
  asOf: 'Показуємо збережене, станом на {moment}.',
  refresh: 'Оновити',
} as const;
