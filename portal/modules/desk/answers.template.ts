import type { AnswerTemplate } from './desk-store.ts';

/** Templates that come with the product; topics are those of portal/modules/conversations. */
export const answers: readonly AnswerTemplate[] = [
  {
    templateId: 'received',
    topicId: null,
    title: 'Звернення отримано',
    text: 'Вітаємо, {{ім’я}}!\n\nМи отримали ваше звернення за особовим рахунком {{рахунок}} і вже працюємо з ним. Відповідь надамо до {{термін}}.',
  },
  {
    templateId: 'billRight',
    topicId: 'billCheck',
    title: 'Рахунок правильний',
    text: 'Вітаємо, {{ім’я}}!\n\nМи перевірили рахунок за особовим рахунком {{рахунок}}: показання, тариф і сума правильні. До сплати зараз {{сума_боргу}}.\n\nЯкщо ви з цим не згодні, напишіть нам у відповідь. Ви також можете звернутися до НКРЕКП, енергетичного омбудсмена, Держенергонагляду, Антимонопольного комітету або суду.',
  },
  {
    templateId: 'billCorrected',
    topicId: 'billCheck',
    title: 'Зробили перерахунок',
    text: 'Вітаємо, {{ім’я}}!\n\nМи перевірили рахунок за особовим рахунком {{рахунок}} і знайшли помилку. Перерахунок зроблено, різницю видно в розділі «Рахунки». До сплати зараз {{сума_боргу}}. Перепрошуємо за незручності.',
  },
  {
    templateId: 'paymentFound',
    topicId: 'paymentMissing',
    title: 'Оплату знайдено',
    text: 'Вітаємо, {{ім’я}}!\n\nВаш платіж знайдено і зараховано на особовий рахунок {{рахунок}}. До сплати зараз {{сума_боргу}}.',
  },
  {
    templateId: 'receiptWanted',
    topicId: 'paymentMissing',
    title: 'Потрібна квитанція',
    text: 'Вітаємо, {{ім’я}}!\n\nЩоб знайти платіж, нам потрібна квитанція: дата, сума, банк і призначення платежу. Додайте її, будь ласка, до відповіді.',
  },
  {
    templateId: 'toOperator',
    topicId: null,
    title: 'Передали оператору мережі',
    text: 'Вітаємо, {{ім’я}}!\n\nЦе питання вирішує оператор системи розподілу. Ми передали йому ваше звернення і напишемо, щойно він відповість.',
  },
  {
    templateId: 'photoWanted',
    topicId: null,
    title: 'Потрібне фото лічильника',
    text: 'Вітаємо, {{ім’я}}!\n\nНадішліть, будь ласка, фото лічильника, на якому видно його номер і показання. Додайте його до відповіді.',
  },
  {
    templateId: 'done',
    topicId: null,
    title: 'Зроблено',
    text: 'Вітаємо, {{ім’я}}!\n\nМи виконали ваше прохання за особовим рахунком {{рахунок}}. Якщо щось лишилося незрозумілим, напишіть у відповідь.',
  },
];

interface AnswerFacts {
  readonly name: string;
  readonly account: string;
  readonly debt: string;
  readonly dueOn: string;
}

/** What the places of a template are filled with; '': it is not known. */
export const answerValues = ({ name, account, debt, dueOn }: AnswerFacts) => ({
  'ім’я': name,
  рахунок: account,
  сума_боргу: debt && `${debt}\u00a0грн`,
  термін: dueOn,
});
