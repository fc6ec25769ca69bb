import { formatMessage } from '#contract/messages/format-message.ts';
import type { ImportProblemData } from '#contract/values/import.ts';
import { tidyAccountNumber } from '#domain/identifiers/account-codes.ts';
import { tidyPhone } from '#domain/identifiers/contacts.ts';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { emailSign, tidyEmail } from '#domain/identifiers/email.ts';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { findWrongSign } from '#domain/input/wrong-sign.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Table } from '#platform/tables/table.ts';

const problemWords: Readonly<Record<string, string>> = tableOf({
  'zip.broken': 'архів пошкоджений або не ZIP: збережіть його ще раз',
  'zip.encrypted': 'архів із паролем: збережіть його без пароля',
  'zip.tooMany': 'в архіві забагато файлів',
  'zip.tooLarge': 'розпакований архів завеликий',
  'zip.repeatedName': 'в архіві кілька файлів з однією назвою',
  'zip.noFiles': 'в архіві немає файлів CSV',
  'file.missing': 'файлу немає',
  'file.empty': 'файл порожній: перший рядок має називати стовпці',
  'file.kind': 'це не CSV: збережіть таблицю як CSV у UTF-8',
  'file.encoding': 'не UTF-8: збережіть файл у цьому кодуванні',
  'file.separator': 'значення мають бути розділені комами',
  'file.missingColumn': 'у першому рядку немає цього стовпця',
  'file.unknownColumn': 'такого стовпця у форматі немає',
  'file.repeatedColumn': 'стовпець названо двічі',
  'file.quotes': 'лапки не закрито: далі файл не прочитано',
  'row.columnCount': 'значень не стільки, скільки стовпців',
  'row.tooLong': 'рядок надто довгий: далі файл не прочитано',
  'value.required': 'потрібне значення',
  'value.tooLong': 'значення надто довге',
  'value.date': 'не дата виду РРРР-ММ-ДД від 1950 до 2199 року',
  'value.integer': 'не ціле число в межах цього стовпця',
  'value.power': 'не потужність у кВт, щонайбільше три знаки після крапки',
  'value.money': 'не сума виду 1234.56, яку приймає цей стовпець',
  'value.choice': 'не одне зі слів цього стовпця',
  'value.yesNo': 'напишіть yes або no',
  'value.accountNumber': 'номер рахунка — від 4 до 12 цифр',
  'value.objectCode': 'код — від 6 до 12 знаків A–Z і 0–9',
  'value.eic': 'не код EIC: 16 знаків, останній перевіряє інші',
  'value.iban': 'не український IBAN: UA і 27 цифр',
  'value.edrpou': 'не код ЄДРПОУ: 8 цифр, остання перевіряє інші',
  'value.rnokpp': 'не РНОКПП: 10 цифр, остання перевіряє інші',
  'value.phone': 'не український номер телефону, як-от +380501234567',
  'value.email': 'не адреса електронної пошти',
  'value.dial': 'потрібні цілі кВт·год, щонайбільше 9 цифр',
  'value.registers': 'не показання лічильника: single=12425 або day=12425;night=803',
  'value.rules': 'не об’єкт JSON',
  'value.fuelMix': 'не джерела з відсотками, що разом дають 100: nuclear=55.4;coal=44.6',
  'value.period': 'не місяць виду РРРР-ММ',
  'value.price': 'не ціна, більша за 0, щонайбільше шість знаків після крапки',
  'value.percent': 'не відсоток, або разом вони більші за ціле',
  'value.tariffRule': 'стовпці цього правила неповні або не узгоджені',
  'value.decimal': 'не число в межах цього стовпця, або забагато знаків після крапки',
  'value.plan': 'не дні (1–28) і відсотки від одного до трьох платежів, що дають 100: 5=30;15=30;25=40',
  'value.losses': 'не всі дані, за якими рахують ці втрати, або не більші за 0',
  'value.hours': 'не 23–25 значень за години, розділених крапкою з комою',
  'value.correction': 'не цілі кВт·год, або 0',
  'value.kwh': 'не цілі кВт·год',
  'value.instant': 'не момент за UTC виду 2026-11-01T22:00:00Z',
  'value.id': 'не ідентифікатор UUID',
  'value.energy': 'не кВт·год, щонайбільше три знаки після крапки',
  'value.notWanted': 'тут має бути порожньо',
  'value.password': 'пароль має від 8 до 128 знаків',
  'dates.order': 'раніше за дату, після якої має бути',
  'dates.future': 'у майбутньому',
  'key.repeated': 'вже є в попередньому рядку',
  'reference.unknown': 'немає у файлі, до якого належить',
  'supplier.count': 'у файлі має бути рівно один рядок значень',
  'supplier.sample': 'постачальник зразка: у базу справжньої роботи його не завантажують, впишіть свого',
  'account.digits': 'цифр не стільки, скільки в рахунках постачальника (account_digits)',
  'account.noPremises': 'рахунка немає в premises.csv',
  'signIn.notOfEntity': 'рахунок належить побутовому споживачу, а входить юридична особа',
  'signIn.accountTaken': 'рахунок уже віддано юридичній особі в попередньому рядку',
  'tariff.noVersions': 'тарифу немає в tariff-versions.csv',
  'tariff.historyUncovered': 'у рахунків є дні цього тарифу без його версії',
  'tariffVersion.gap': 'між версіями тарифу є дні без ціни',
  'tariffVersion.overlap': 'наступна версія тарифу починається раніше, ніж ця закінчується',
  'tariffVersion.closedMonth': 'починається в закритому місяці',
  'meter.registerMissing': 'цього регістра лічильника немає в registers.csv',
  'register.zone': 'лічильник цієї схеми зон не має такого регістра',
  'register.noOpening': 'лічильник стояв до першого місяця, а показання на його перший день немає',
  'dial.tooHigh': 'більше, ніж може показати лічильник',
  'reading.beforeInstallation': 'раніше, ніж встановлено лічильник',
  'reading.afterRemoval': 'пізніше, ніж знято лічильник',
  'reading.dayTwice': 'показання регістра на цей день уже є',
  'reading.lower': 'менше за попереднє, а лічильник не доходив до кінця',
  'reading.abovePower':
    'більше, ніж дозволена потужність від попереднього показання: завантажується й нараховується повністю',
  'payment.beforeHistory': 'раніше за перший місяць показань: такі платежі входять до opening_balance',
  'benefit.beforeHistory': 'раніше за перший місяць показань: такі пільги вже в opening_balance',
  'correction.beforeOpening': 'раніше за місяць, у якому відкрито рахунок',
  'row.changed': 'відрізняється від збереженого: зміну з її днем запишіть у changes.csv',
  'row.differs': 'відрізняється від збереженого, а імпорт цього не змінює',
  'change.empty': 'не сказано, що має змінитися',
  'change.conflict': 'записано інакше: виправте зміну на сторінці «Дані рахунків»',
  'change.registers': 'не регістри цього лічильника або цієї схеми зон',
  'meter.serialTaken': 'у рахунка вже є лічильник із цим номером',
  'volume.twice': 'обсяг цієї точки на місяць уже є: його зміна — рядок із applied_on',
  'contract.notOfEntity': 'рахунок побутовий, а договори мають юридичні особи',
  'contract.priceMissing': 'частина ціни договору не має версії на цей місяць',
  'contract.pointMissing': 'цієї точки рахунка немає в contract-points.csv',
  'contract.closedMonth': 'починається в закритому місяці',
  'point.noContract': 'рахунка немає в entity-contracts.csv',
  'subConsumer.cycle': 'точка живить сама себе',
  'subConsumer.overlap': 'наступна версія субспоживача починається раніше, ніж ця закінчується',
  'hours.count': 'у добі інша кількість годин',
  'price.monthBegin': 'частина ціни починається з першого числа місяця',
  'price.overlap': 'наступна версія частини ціни починається раніше, ніж ця закінчується',
  'taxInvoice.vat': 'більш як на 5 копійок відрізняється від 20 % суми без ПДВ',
  'books.sum': 'не дорівнює тому, що дають інші суми рядка',
  'books.noPeriods': 'належить до обліку вивантаження, а файлу periods.csv немає',
  'feedIn.sum': 'не випливає з енергії, ціни й ставок: див. правила feed-in.csv',
  'feedIn.moreThanGenerated': 'відпущено більше, ніж вироблено',
  'feedIn.notSelling': 'рахунок нічого не продає: feed_in не yes в accounts.csv',
});

/** How a value of known characters is read, and one of them. */
const signs = tableOf<readonly [tidy: (value: string) => string, sign: RegExp]>({
  'value.accountNumber': [tidyAccountNumber, /\d/],
  'value.objectCode': [latinCode, /[0-9A-Z]/],
  'value.eic': [latinCode, /[0-9A-Z-]/],
  'value.iban': [latinCode, /[0-9A-Z]/],
  'value.edrpou': [withoutSpaces, /\d/],
  'value.rnokpp': [withoutSpaces, /\d/],
  'value.phone': [tidyPhone, /[+\d]/],
  'value.email': [tidyEmail, emailSign],
  'value.dial': [withoutSpaces, /\d/],
  'value.money': [withoutSpaces, /[\d.,−-]/],
});

/** What is wrong or to be looked at, in words; a wrong character with its place. */
export function wordsOf({ code, value }: Pick<ImportProblemData, 'code' | 'value'>): string {
  const words = problemWords[code] ?? code;
  const [tidy, sign] = signs[code] ?? [];
  const wrong = tidy && sign && findWrongSign(tidy(value), sign);
  return wrong ? `${words}. ${formatMessage(wrong.code, { ...wrong })}` : words;
}

/** What is wrong in the files of an import, as a table to keep. */
export function problemsTable(problems: readonly ImportProblemData[]): Table {
  return {
    title: 'Помилки',
    columns: [
      { title: 'Файл', kind: 'text', width: 26 },
      { title: 'Рядок', kind: 'text', width: 10 },
      { title: 'Стовпець', kind: 'text', width: 22 },
      { title: 'Що не так', kind: 'text', width: 60 },
      { title: 'Значення', kind: 'text', width: 30 },
    ],
    rows: problems.map((problem) => [
      problem.file,
      problem.line === null ? '' : String(problem.line),
      problem.column,
      wordsOf(problem),
      problem.value,
    ]),
  };
}
