import { text as common } from '#web/lib/text.ts';

/** What is shown when what was sent can't be read: a browser that was told must show something. */
export const text = {
  title: common.product,
  body: 'Є новини. Відкрийте кабінет.',
} as const;
