/** What is shown when what was sent can't be read: a browser that was told must show something. */
export const text = {
  title: 'Світло',
  body: 'Є новини. Відкрийте кабінет.',
} as const;
