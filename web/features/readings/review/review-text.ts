/** Texts of a reading under review for its customer. */
export const text = {
  ofMeter: '(лічильник №\u00a0{serial})',
  waitingTitle: 'Показання {values} на перевірці до {date}',
  waiting: 'Робити нічого не потрібно: ми повідомимо про рішення.',
  photoTitle: 'Щоб прийняти показання {values}, потрібне фото лічильника',
  photo: 'Сфотографуйте лічильник так, щоб було видно номер і всі цифри.',
  photoGiven: 'Дякуємо, фото додано. Показання на перевірці до {date}.',
  photoFailed: 'Фото не додано',
  acceptedTitle: 'Показання {values} перевірено і прийнято',
  anotherTitle: 'Прийнято інше значення: {values}',
  another: 'Ви передали {given}.',
  rejectedTitle: 'Показання {values} відхилено',
  rejected: '{reason} Його не враховано: передайте показання ще раз.',
} as const;
