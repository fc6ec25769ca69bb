/** Texts of the reading window; a separate file because the script in the head uses them too. */
export const windowText = {
  open: 'Приймаємо показання за {period} до {moment}',
  left: 'Залишилося {left}.',
  counts: 'Передане сьогодні рахується станом на {day}.',
  countsToday: 'Передане сьогодні рахується станом на {day}, решту місяця порахуємо за середнім.',
  closed: 'Найточніше — в останні дні місяця',
  opens: 'Наступне вікно відкриється {day}.',
  over: 'Час подання минув. Оновіть сторінку.',
} as const;
