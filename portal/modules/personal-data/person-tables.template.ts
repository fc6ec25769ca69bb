import { tableOf } from '#domain/table-of.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { formatMoment } from '#domain/time/kyiv.ts';
import type { Table, TableRow } from '#platform/tables/table.ts';
import type { PersonData } from './gather-person.ts';

const moment = (at: Instant | null) => (at === null ? null : instantToIso(at));
/** In a column of texts. */
const shown = (at: Instant | null) => (at === null ? '' : formatMoment(at));
const yesNo = (value: boolean) => (value ? 'так' : 'ні');

const secondFactors = { none: 'вимкнено', totp: 'застосунок', sms: 'код з SMS' } as const;

const consentWords = tableOf({
  personalData: 'обробка персональних даних',
  terms: 'умови користування',
  given: 'надано згоду',
  informed: 'ознайомлено',
  withdrawn: 'відкликано',
});
const channels = tableOf({ sms: 'SMS', mail: 'лист', push: 'у браузері' });
const channelOf = (channel: string) => channels[channel] ?? channel;

const messageStates = tableOf({
  queued: 'у черзі',
  sent: 'надіслано',
  failed: 'не надіслано',
  withheld: 'не надсилалося',
  expired: 'застаріло',
});

const wordOf = (word: string) => consentWords[word] ?? word;

function profileTable({ record: { card }, objects, settings }: PersonData): Table {
  const rows: TableRow[] = [
    ['Прізвище', card.surname],
    ['Ім’я', card.name],
    ['По батькові', card.middleName],
    ['Телефон', card.phone],
    ['Телефон підтверджено', shown(card.phoneConfirmedAt)],
    ['E-mail', card.email],
    ['E-mail підтверджено', shown(card.emailConfirmedAt)],
    ['Кабінет створено', shown(card.createdAt)],
    ['Пароль змінено', shown(card.passwordChangedAt)],
    ['Підтвердження входу', secondFactors[card.secondFactor]],
    ['Рахунки на e-mail', settings.billByMailSince === null ? 'ні' : 'так'],
    ...objects.map(
      ({ accountNumber, displayName }): TableRow => [`Об’єкт ${accountNumber}`, displayName ?? ''],
    ),
  ];
  return {
    title: 'Про вас',
    columns: [
      { title: 'Що', kind: 'text', width: 26 },
      { title: 'Значення', kind: 'text', width: 40 },
    ],
    rows,
  };
}

const whence = [
  { title: 'Адреса мережі', kind: 'text', width: 20 },
  { title: 'Пристрій', kind: 'text', width: 60 },
] as const;

/** What the portal stores of a person, sheet by sheet. */
export function personTables(data: PersonData): readonly [Table, ...Table[]] {
  const { record, settings, sent, marks, conversations } = data;
  return [
    profileTable(data),
    {
      title: 'Згоди',
      columns: [
        { title: 'Коли', kind: 'moment' },
        { title: 'На що', kind: 'text', width: 30 },
        { title: 'Що зроблено', kind: 'text', width: 18 },
        { title: 'Версія', kind: 'text', width: 12 },
        ...whence,
      ],
      rows: record.consents.map(({ at, kind, act, version, address, device }) => [
        moment(at),
        wordOf(kind),
        wordOf(act),
        version,
        address,
        device,
      ]),
    },
    {
      title: 'Спроби входу',
      columns: [
        { title: 'Коли', kind: 'moment' },
        { title: 'Спосіб', kind: 'text', width: 14 },
        { title: 'Вдалося', kind: 'text', width: 10 },
        ...whence,
      ],
      rows: record.signIns.map(({ at, way, isSuccess, address, device }) => [
        moment(at),
        way === 'password' ? 'пароль' : 'код',
        yesNo(isSuccess),
        address,
        device,
      ]),
    },
    {
      title: 'Сеанси',
      columns: [
        { title: 'Початок', kind: 'moment' },
        { title: 'Останнє використання', kind: 'moment' },
        { title: 'Завершено', kind: 'moment' },
        ...whence,
      ],
      rows: record.sessions.map(({ startedAt, lastUsedAt, endedAt, address, device }) => [
        moment(startedAt),
        moment(lastUsedAt),
        moment(endedAt),
        address,
        device,
      ]),
    },
    {
      title: 'Перегляди працівниками',
      columns: [
        { title: 'Коли', kind: 'moment' },
        { title: 'Причина', kind: 'text', width: 60 },
      ],
      rows: record.viewings.map(({ startedAt, reason }) => [moment(startedAt), reason]),
    },
    {
      title: 'Сповіщення',
      columns: [
        { title: 'Про що', kind: 'text', width: 24 },
        { title: 'Канал', kind: 'text', width: 12 },
        { title: 'Увімкнено', kind: 'text', width: 12 },
      ],
      rows: [
        ...settings.choices.map(({ kind, channel, isOn }) => [kind, channelOf(channel), yesNo(isOn)]),
        ...settings.pushDevices.map(({ addedAt }) => [
          'браузер підписано',
          channelOf('push'),
          shown(addedAt),
        ]),
      ],
    },
    {
      title: 'Надіслані повідомлення',
      columns: [
        { title: 'Коли', kind: 'moment' },
        { title: 'Канал', kind: 'text', width: 10 },
        { title: 'Куди', kind: 'text', width: 30 },
        { title: 'Про що', kind: 'text', width: 24 },
        { title: 'Стан', kind: 'text', width: 12 },
      ],
      rows: sent.map(({ createdAt, channel, recipient, kind, state }) => [
        moment(createdAt),
        channelOf(channel),
        recipient,
        kind,
        messageStates[state] ?? state,
      ]),
    },
    {
      title: 'Звернення і чати',
      columns: [
        { title: '№', kind: 'integer', width: 10 },
        { title: 'Вид', kind: 'text', width: 12 },
        { title: 'Особовий рахунок', kind: 'text', width: 18 },
        { title: 'Тема', kind: 'text', width: 40 },
        { title: 'Відкрито', kind: 'moment' },
        { title: 'Закрито', kind: 'moment' },
      ],
      rows: conversations.map(({ number, kind, account, title, openedAt, closedAt }) => [
        Number(number),
        kind === 'chat' ? 'чат' : 'звернення',
        account,
        title,
        moment(openedAt),
        moment(closedAt),
      ]),
    },
    {
      title: 'Оцінки',
      columns: [
        { title: 'Коли', kind: 'moment' },
        { title: 'Оцінка', kind: 'integer', width: 10 },
        { title: 'Коментар', kind: 'text', width: 60 },
      ],
      rows: marks.map(({ at, mark, comment }) => [moment(at), mark, comment]),
    },
  ];
}

/** Names of the archive's folders and files. */
export const archiveNames = {
  person: 'Про-мене',
  account: (accountNumber: string) => `Рахунок-${accountNumber}`,
  accountData: 'Показання-рахунки-оплати',
  supplierMessages: 'Повідомлення-постачальника',
  photo: (at: string) => `Фото-лічильника/${at}`,
  conversation: (kind: 'ticket' | 'chat', number: bigint) =>
    `${kind === 'chat' ? 'Чати/Чат' : 'Звернення/Звернення'}-${number}`,
  text: 'Розмова.txt',
} as const;

const authors = { customer: 'Ви', operator: 'Постачальник', system: 'Система' } as const;

interface WrittenMessage {
  readonly at: string;
  readonly author: keyof typeof authors;
  readonly body: string;
}

/** A conversation as a text. `when`: formatted moments. */
export function conversationText(title: string, messages: readonly WrittenMessage[]): string {
  const parts = messages.map(({ at, author, body }) => `${at} · ${authors[author]}\n${body}`);
  return `${[title, ...parts].join('\n\n')}\n`;
}

interface SupplierMessage {
  readonly at: string;
  readonly title: string;
  readonly text: string;
}

/** Messages of the supplier to an account as a text. */
export function supplierMessagesText(messages: readonly SupplierMessage[]): string {
  return `${messages.map(({ at, title, text }) => `${at} · ${title}\n${text}`).join('\n\n')}\n`;
}
