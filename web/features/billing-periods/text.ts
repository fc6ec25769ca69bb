import type { LivePayload } from '#contract/live.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';

type Run = LivePayload<'billing-progress'>['runs'][number];

const kinds: Readonly<Record<Run['kind'], (subject: string) => string>> = {
  closing: (subject) => `Закриття періоду ${subject}`,
  dryRun: (subject) => `Пробний розрахунок, ${subject}`,
  import: (subject) => `Імпорт ${subject}`,
  bankStatement: (subject) => `Реєстр ${subject}`,
};

const steps: Readonly<Record<Run['step'], string>> = {
  reading: 'читаємо файли',
  checking: 'перевіряємо',
  loading: 'завантажуємо',
  booking: cabinet.booking,
  closing: 'нараховуємо',
};

const ends: Readonly<Record<Exclude<Run['state'], 'running'>, string>> = {
  interrupted: 'перервано',
  paused: 'призупинено',
  done: 'завершено',
  refused: 'відхилено, бо є помилки',
  failed: 'не вдалося',
};

/** Texts of the closings and imports that are under way. */
export const text = {
  title: 'Зараз виконується',
  kinds,
  steps,
  ends,
  percent: (share: number) => `${share} %`,
} as const;
