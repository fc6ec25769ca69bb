/** Texts of the buttons of the chat; apart, because they come before the chat. */
export const text = {
  chat: 'Чат',
  title: 'Чат з оператором',
  unread: ', {n} {n|нове|нові|нових} {n|повідомлення|повідомлення|повідомлень}',
  waiting: ', {n} {n|повідомлення чекає|повідомлення чекають|повідомлень чекають} мережі',
} as const;
