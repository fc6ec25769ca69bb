import { tableOf } from '#domain/table-of.ts';
import { formatDate, localDate } from '#domain/time/local-date.ts';
import type { MessageChannel } from '#portal/gateways/messages/message-gateway.ts';
import { type NoticeKind, type NoticeWords, noticeKinds, noticeWords } from './notification.template.ts';

/** Messages of the cabinet itself: whoever they are for can't choose not to get them. */
type ServiceKind =
  | 'code'
  | 'passwordChanged'
  | 'contactChanged'
  | 'accessAdded'
  | 'erasureAsked'
  | 'invitation'
  | 'uniqueCode'
  | 'adminLink'
  | 'adminAccess'
  | 'adminAccessOfOther'
  | 'test';

/** What messages are about. */
export type MessageKind = ServiceKind | NoticeKind;

/** What fills a message: `code`, `purpose` and, of digits, `host` of a code. */
export type MessageParams = Readonly<Record<string, string>>;

interface Words {
  /** Subject of the mail. */
  readonly subject: string;
  /** One SMS holds 70 characters of Cyrillic (facts 6). */
  readonly sms: string;
  readonly mail: string;
}

const ending = 'Цей лист надіслано автоматично, відповідати на нього не потрібно.';

/** What a code is for, in the words of its message: who is talked into reading a code out sees what it would do. */
const purposes: Readonly<Record<string, string>> = tableOf({
  register: 'реєстрація',
  login: 'вхід',
  recover: 'новий пароль',
  confirm: 'підтвердження',
  secondFactor: 'другий крок входу',
  access: 'доступ до рахунку',
});

function codeFor({ code = '', purpose = '' }: MessageParams): string {
  const what = purposes[purpose];
  return what === undefined ? code : `${code} (${what})`;
}

const maxSmsLength = 70;

/**
 * One SMS with a code. With the host of the cabinet its last line lets the browser fill the code in (WebOTP); the words
 * before it are the longest that leave room for that line, which is left out when none do.
 */
function codeSms(params: MessageParams): string {
  const { code = '', host } = params;
  const whole = `Світло: код ${codeFor(params)}. Діє 5 хв. Нікому його не кажіть.`;
  if (host === undefined) return whole;
  const shorter = [
    `Світло: код ${codeFor(params)}. Нікому не кажіть.`,
    `Код ${codeFor(params)}. Нікому не кажіть.`,
  ];
  const texts = shorter.map((words) => `${words}\n@${host} #${code}`);
  return texts.find((text) => text.length <= maxSmsLength) ?? whole;
}

/** What was done to the access of an administrator. */
const accessNews: ReadonlyMap<string, string> = new Map([
  ['created', 'створено'],
  ['link', 'надіслано посилання для пароля'],
  ['password', 'новий пароль'],
  ['roles', 'змінено ролі'],
  ['contact', 'змінено контакти'],
  ['factor', 'змінено підтвердження входу'],
  ['blocked', 'заблоковано'],
  ['unblocked', 'розблоковано'],
  ['sessions', 'завершено сеанси'],
]);

const newsOf = ({ news = '' }: MessageParams) =>
  news
    .split(',')
    .map((one) => accessNews.get(one) ?? one)
    .join(', ');

const byWhom = ({ who = '', reason = '' }: MessageParams) =>
  reason === '' ? `Хто: ${who}.` : `Хто: ${who}. Причина: ${reason}.`;

const words: Readonly<Record<ServiceKind, (params: MessageParams) => Words>> = {
  code: (params) => ({
    subject: 'Код підтвердження',
    sms: codeSms(params),
    mail: `Ваш код: ${codeFor(params)}

Введіть його в кабінеті «Світло». Код діє 5 хвилин. Нікому його не кажіть: ми ніколи про нього не питаємо.

Якщо ви не просили коду, нічого не робіть.`,
  }),
  passwordChanged: () => ({
    subject: 'Пароль змінено',
    sms: 'Світло: пароль кабінету змінено. Це не ви? Відновіть пароль.',
    mail: `Пароль вашого кабінету «Світло» змінено.

Якщо це зробили не ви, відновіть пароль на сторінці входу і зверніться до контактного центру.`,
  }),
  contactChanged: () => ({
    subject: 'Контакт змінено',
    sms: 'Світло: контакт кабінету змінено. Це не ви? Телефонуйте нам.',
    mail: `Номер телефону або e-mail вашого кабінету «Світло» змінено.

Якщо це зробили не ви, зверніться до контактного центру.`,
  }),
  accessAdded: ({ account = '', who = '' }) => ({
    subject: 'Новий доступ до рахунку',
    sms: `Світло: о/р ${account} додано в кабінет ${who}. Це не ви?`,
    mail: `Особовий рахунок ${account} додано до кабінету: ${who}.

Якщо ви не знаєте, хто це, припиніть доступ у налаштуваннях об’єктів або зверніться до контактного центру.`,
  }),
  erasureAsked: ({ on = '' }) => ({
    subject: 'Видалення ваших даних',
    sms: `Світло: ${formatDate(localDate(on))} видалимо ваш вхід і дані. Не ви? Скасуйте запит.`,
    mail: `Ви попросили видалити вхід до кабінету «Світло» та ваші особисті дані. Ми зробимо це ${formatDate(localDate(on))}.

Передумали? Увійдіть до цього дня й скасуйте запит: Налаштування → Мої дані.

Якщо про це просили не ви, скасуйте запит, змініть пароль і зверніться до контактного центру.`,
  }),
  invitation: ({ name = '', company = '', link = '', until = '' }) => ({
    subject: `Запрошення до кабінету ${company}`,
    sms: `Світло: запрошення до кабінету ${company}. Перевірте пошту.`,
    mail: `${name}, вас запрошують до кабінету компанії «Світло»: ${company}.

Щоб прийняти запрошення, відкрийте посилання і придумайте пароль:
${link}

Посилання діє до ${formatDate(localDate(until))} включно і лише один раз. Якщо ви не чекали на це запрошення, нічого не робіть.`,
  }),
  uniqueCode: ({ account = '', uniqueCode = '' }) => ({
    subject: 'Ваш код для входу',
    sms: `Світло: ваш код для входу ${uniqueCode}.`,
    mail: `Ви прийняли запрошення до кабінету компанії.

Щоб увійти, оберіть «Бізнес» і введіть:
особовий рахунок ${account} (або інший рахунок компанії),
унікальний код ${uniqueCode},
пароль, який ви придумали.

Нікому не передавайте пароль: у кожної людини компанії свій вхід.`,
  }),
  adminLink: ({ login = '', link = '', days = '' }) => ({
    subject: 'Посилання для пароля працівника',
    // Longer than one SMS: it is sent so only to who has no e-mail.
    sms: `Світло: логін ${login}, задайте пароль: ${link}`,
    mail: `Щоб задати пароль працівника в кабінеті «Світло» (логін ${login}), відкрийте посилання:
${link}

Воно діє ${days} днів і лише один раз. Нікому його не передавайте: хто має посилання, той діє від вашого імені.`,
  }),
  adminAccess: (params) => ({
    subject: 'Ваш доступ працівника змінено',
    sms: `Світло: ваш доступ працівника: ${newsOf(params)}.`,
    mail: `Ваш доступ працівника в кабінеті «Світло» змінено: ${newsOf(params)}.

${byWhom(params)}

Якщо ви про це не знали, зверніться до іншого власника кабінету.`,
  }),
  adminAccessOfOther: (params) => ({
    subject: `Доступ працівника ${params.login ?? ''} змінено`,
    sms: `Світло: доступ ${params.login ?? ''}: ${newsOf(params)} (${params.who ?? ''}).`,
    mail: `Доступ працівника ${params.login ?? ''} в кабінеті «Світло» змінено: ${newsOf(params)}.

${byWhom(params)}

Вам надіслано це повідомлення, бо ви власник кабінету.`,
  }),
  test: () => ({
    subject: 'Перевірка зв’язку',
    sms: 'Світло: перевірка зв’язку.',
    mail: 'Перевірка зв’язку з кабінету «Світло».',
  }),
};

const isNotice = (kind: MessageKind): kind is NoticeKind => noticeKinds.some((known) => known === kind);

function textOf(kind: MessageKind, params: MessageParams): Words & Partial<NoticeWords> {
  return isNotice(kind) ? noticeWords(kind, params) : words[kind](params);
}

/** The text of a message as it is sent, with the subject of a mail, and the page that a browser opens. */
export function composeMessage(
  channel: MessageChannel,
  kind: MessageKind,
  params: MessageParams,
): { readonly subject?: string; readonly text: string; readonly path?: string } {
  const { subject, sms, mail, push, path } = textOf(kind, params);
  if (channel === 'sms') return { text: sms };
  if (channel === 'push') return { subject, text: push ?? sms, ...(path !== undefined && { path }) };
  return { subject: `${subject} — Світло`, text: `${mail}\n\n${ending}` };
}
