/** What those who manage the supplier meet, and what they say to customers. */
export const managementMessages = {
  'maintenance.until': 'Орієнтовний час: {moment}.',
  'maintenance.endsTooEarly': 'Кінець має бути пізніший за початок і за цю хвилину.',
  'maintenance.tooLong': 'Роботи можуть тривати щонайбільше {n} {n|годину|години|годин}.',
  'content.priceTyped': 'Ціни й відсотки на першій сторінці беруться з тарифів: приберіть їх із тексту.',
  'content.notAhead':
    'Нова редакція може діяти щонайраніше із завтрашнього дня. Змініть дату й збережіть чернетку.',
  'legal.otherVersion': 'Тим часом почала діяти інша редакція. Перечитайте її й підтвердьте ще раз.',
  'management.changedMeanwhile':
    'Тим часом це змінив інший працівник. Перегляньте, що діє зараз, і внесіть зміни ще раз.',
} as const;
