import { text as cabinet } from '../cabinet-text.ts';

/** Words around the number of an error. */
export const text = {
  reference: 'Номер помилки',
  referenceFor: 'Назвіть його, коли звертатиметеся до нас: за ним одразу знайдемо, що сталося.',
  copy: 'Скопіювати номер',
  copied: cabinet.copied,
  copyFailed: cabinet.copyFailed,
} as const;
