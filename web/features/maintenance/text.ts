import type { MaintenanceData } from '#contract/maintenance.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as actions } from '#web/lib/list/actions-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of maintenance: the switch that refuses calls of customers until an end. */
export const text = {
  title: actions.maintenance,
  product: common.product,
  lead: 'Поки тривають роботи, клієнти не можуть увійти, подати показання чи сплатити в кабінеті й бачать, коли сервіс запрацює. Працівники працюють далі; оплати, про які повідомляють банки, і черги повідомлень не зупиняються.',
  kept: 'Показання, подані в цей час у браузері, лишаються на пристрої клієнта й надсилаються після завершення.',
  loading: 'Завантажуємо стан робіт…',
  failed: 'Не вдалося показати стан робіт',
  states: {
    off: 'Роботи не заплановано',
    planned: 'Роботи заплановано',
    running: 'Роботи тривають',
  } satisfies Record<MaintenanceData['state'], string>,
  offNext: 'Клієнти користуються кабінетом як завжди.',
  span: 'З {from} до {until}.',
  endsByItself: 'У час завершення кабінет відкриється сам.',
  because: 'Причина: {reason}. Задано: {by}.',
  form: { off: 'Нові роботи', planned: 'Змінити заплановане', running: 'Продовжити або скоротити' },
  from: 'Початок',
  fromHint: 'За київським часом. Порожньо — роботи почнуться відразу.',
  until: 'Завершення',
  untilHint: 'За київським часом, не довше ніж {n} {n|година|години|годин} від початку.',
  untilWanted: 'Вкажіть дату й час завершення',
  forCustomers: 'Повідомлення для клієнтів',
  forCustomersHint:
    'Можна лишити порожнім. Час і це повідомлення видно на сторінці «Стан сервісу», а за добу до початку — угорі сторінок.',
  reason: documents.reason,
  reasonHint: 'Лише для працівників: лишиться в їхніх діях.',
  reasonWanted: actions.reasonWanted,
  submit: { off: 'Задати роботи', planned: cabinet.save, running: cabinet.save },
  saving: form.saving,
  saved: 'Збережено. Діє на всіх серверах.',
  problems: cabinet.pleaseCheck,
  end: { planned: 'Скасувати роботи', running: 'Завершити зараз' },
  endLead: 'Клієнти відразу зможуть користуватися кабінетом.',
  ended: 'Роботи завершено: кабінет відкрито для клієнтів',
  cancel: cabinet.cancel,
  close: common.close,
  ownerOnly: 'Задає, змінює і завершує роботи власник.',
  preview: actions.preview,
  previewPart: 'Не вдалося показати рахунки',
  previewEmpty: 'Вкажіть час завершення, щоб побачити повідомлення.',
} as const;
