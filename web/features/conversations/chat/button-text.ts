/** Texts of the button of the chat; apart, because it comes before the chat. */
export const text = {
  chat: 'Чат',
  unread: ', {n|нове|нові|нових} {n} {n|повідомлення|повідомлення|повідомлень}',
  waiting: ', {n} {n|повідомлення чекає|повідомлення чекають|повідомлень чекають} мережі',
} as const;
