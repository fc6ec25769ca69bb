import type { Occasion } from '#contract/feedback.ts';
import { text as conversations } from '#web/lib/list/conversation-text.ts';

/** Texts of the panel that asks customers for a mark. */
export const text = {
  label: 'Ваш відгук',
  questions: {
    page: 'Чи зручна ця сторінка?',
    error: 'Як вам кабінет сьогодні?',
    notFound: 'Чи знайшли ви те, що шукали?',
    refusal: 'Показання не прийнято. Чи зрозуміло, чому і що робити далі?',
  } satisfies Record<Occasion, string>,
  marks: conversations.marks,
  what: { low: 'Що не так? Що варто змінити?', high: 'Що ще поліпшити?' },
  hint: 'Необов’язково. Не пишіть номерів карток і паролів: ми читаємо кожен відгук, але не відповідаємо тут.',
  send: 'Надіслати відгук',
  sending: 'Надсилаємо відгук…',
  failed: 'Відгук не надіслано',
  thanks: 'Дякуємо за відгук!',
} as const;
