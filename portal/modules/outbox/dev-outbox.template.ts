import { tableOf } from '#domain/table-of.ts';
import type { ShownMessage } from './shown-message.ts';

const channelNames = { sms: 'SMS', mail: 'Лист', push: 'Браузер' } as const;

const entities: Readonly<Record<string, string>> = tableOf({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const states: Readonly<Record<string, string>> = tableOf({
  queued: 'чекає',
  sent: 'надіслано',
  failed: 'не вдалося',
  withheld: 'не надіслано: отримувача не знаємо',
  expired: 'запізно',
});

const time = new Intl.DateTimeFormat('uk', {
  timeZone: 'Europe/Kyiv',
  dateStyle: 'short',
  timeStyle: 'medium',
});

function shownTime(iso: string): string {
  return `<time datetime="${escapeHtml(iso)}">${escapeHtml(time.format(Date.parse(iso)))}</time>`;
}

function card(message: ShownMessage): string {
  const { channel, recipient, state, subject, text, lastError, attempts, provider, createdAt } = message;
  const facts = [
    channelNames[channel],
    shownTime(createdAt),
    ...(provider === null ? [] : [escapeHtml(provider)]),
    ...(attempts > 1 ? [`спроб: ${attempts}`] : []),
  ];
  return `<li>
<p class="to"><strong>${escapeHtml(recipient)}</strong> <span class="state ${escapeHtml(state)}">${states[state] ?? escapeHtml(state)}</span></p>
${subject === null ? '' : `<p class="subject">${escapeHtml(subject)}</p>`}
<p class="text ${channel}">${text === null ? '<em>Тексту тут немає.</em>' : escapeHtml(text)}</p>
${lastError === null ? '' : `<p class="error">${escapeHtml(lastError)}</p>`}
<p class="facts">${facts.join(' · ')}</p>
</li>`;
}

/** The page of /dev/outbox. */
export function outboxPage(messages: readonly ShownMessage[], recipient: string | undefined): string {
  const list =
    messages.length === 0
      ? '<p class="empty">Ще нічого не надіслано.</p>'
      : `<ol>\n${messages.map(card).join('\n')}\n</ol>`;
  return `<!doctype html>
<html lang="uk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Надіслані повідомлення — Світло</title>
<link rel="stylesheet" href="/dev/outbox/assets/outbox.css">
</head>
<body>
<main>
<h1>Надіслані повідомлення</h1>
<p class="lead">SMS і листи цього сервера розробки. Нікуди далі вони не йдуть, доки не задано постачальника.</p>
<form method="get" action="/dev/outbox">
<label for="to">Кому</label>
<div class="row"><input id="to" name="to" value="${escapeHtml(recipient ?? '')}" placeholder="+380501110001" autocomplete="off"><button>Показати</button></div>
</form>
${list}
</main>
</body>
</html>
`;
}
