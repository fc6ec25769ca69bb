import type { ReminderKind } from '#contract/notifications.ts';
import { plainPage } from '#portal/http/web/plain-page.template.ts';

const names: Readonly<Record<ReminderKind, string>> = {
  windowOpens: 'про відкриття вікна для показань',
  windowCloses: 'про останній день показань',
  dueSoon: 'про останній день оплати',
  plannedSoon: 'про плановий платіж',
  limitNear: 'про межу договірного обсягу',
};

const settingsPath = '/cabinet/person/settings/notifications';
const settings = (words: string) =>
  `<p class="quiet"><a href="${settingsPath}">${words}</a> – після входу до кабінету.</p>`;

/** Asks before it stops: programs that check links only open them. */
export function askToStopPage(kind: ReminderKind): string {
  const what = '<p>Не надходитимуть SMS, листи й сповіщення на пристрої. Решта сповіщень залишиться.</p>';
  const form = '<form method="post"><button>Не нагадувати</button></form>';
  return plainPage(`Не нагадувати ${names[kind]}?`, `${what}\n${form}\n${settings('Усі сповіщення')}`);
}

/** The reminder is off, now or since before. */
export function stoppedPage(kind: ReminderKind): string {
  return plainPage(
    `Більше не нагадуватимемо ${names[kind]}`,
    `<p>Нагадування вимкнено: SMS, листи й сповіщення на пристроях.</p>\n${settings('Увімкнути знову')}`,
  );
}

/** The link is not ours, or not whole. */
export function badStopPage(): string {
  return plainPage(
    'Посилання не діє',
    `<p>Скопіюйте його з повідомлення повністю. Нагадування не змінено.</p>\n${settings('Вимкнути в налаштуваннях')}`,
  );
}
