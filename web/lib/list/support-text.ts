/** Texts that tickets, messages of the supplier and the first page share. */
export const text = {
  messages: 'Повідомлення',
  writeTicket: 'Написати звернення',
  isNew: 'нове',
} as const;
