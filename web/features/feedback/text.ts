import type { Occasion } from '#contract/feedback.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as conversations } from '#web/lib/list/conversation-text.ts';

/** Texts of the panel that asks customers for a mark. */
export const text = {
  label: 'Ваш відгук',
  questions: {
    page: 'Чи зручна ця сторінка?',
    error: 'Чи зручно вам у кабінеті сьогодні?',
    notFound: 'Чи знайшли ви те, що шукали?',
    refusal: 'Показання не прийнято. Чи зрозуміло, чому і що робити далі?',
  } satisfies Record<Occasion, string>,
  yes: conversations.yes,
  no: cabinet.no,
  what: 'Що не так? Що варто змінити?',
  hint: 'Необов’язково. Не пишіть номерів карток і паролів: ми читаємо кожен відгук, але не відповідаємо тут.',
  send: 'Надіслати відгук',
  sending: 'Надсилаємо відгук…',
  failed: 'Відгук не надіслано',
  thanks: 'Дякуємо за відгук!',
} as const;
