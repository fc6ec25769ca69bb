/** Texts that tickets, messages of the supplier and readings share; apart, because the first page shows none of them. */
export const text = {
  messages: 'Повідомлення',
  writeTicket: 'Написати звернення',
  isNew: 'нове',
  you: 'Ви',
} as const;
