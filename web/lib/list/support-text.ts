/** Texts that tickets, the desk, messages of the supplier and the first page share. */
export const text = {
  messages: 'Повідомлення',
  writeTicket: 'Написати звернення',
  isNew: 'нове',
  noAccount: 'Без об’єкта',
} as const;
