import type { Occasion } from '#contract/feedback.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { Table } from '#platform/tables/table.ts';
import type { FeedbackItem } from './feedback-store.ts';

const occasions: Readonly<Record<Occasion, string>> = {
  page: 'сторінка',
  error: 'помилка на сторінці',
  notFound: 'сторінку не знайдено',
  refusal: 'показання не прийнято',
};

/** Texts of customers as a table to keep. */
export function feedbackTable(rows: readonly FeedbackItem[]): Table {
  return {
    title: 'Відгуки',
    columns: [
      { title: 'Коли', kind: 'moment' },
      { title: 'Оцінка', kind: 'integer' },
      { title: 'Відгук', kind: 'text', width: 80 },
      { title: 'Про що', kind: 'text', width: 24 },
      { title: 'Сторінка', kind: 'text', width: 36 },
      { title: 'Тема', kind: 'text', width: 24 },
      { title: 'Хто відповів', kind: 'text', width: 24 },
      { title: 'Питання вирішено', kind: 'text' },
      { title: 'Версія кабінету', kind: 'text' },
    ],
    rows: rows.map((row) => [
      instantToIso(row.givenAt),
      row.mark,
      row.text,
      row.occasion === null ? 'відповідь на звернення' : occasions[row.occasion],
      row.page,
      row.topic,
      row.operator,
      row.isSolved === null ? null : row.isSolved ? 'так' : 'ні',
      row.version,
    ]),
  };
}
