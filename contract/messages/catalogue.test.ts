import { describe, expect, test } from 'vitest';
import { windowParams } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { allCalls } from '../all-calls.ts';
import { catalogue } from './catalogue.ts';
import { formatMessage, isMessageCode } from './format-message.ts';
import { formatText, type MessageParams } from './format-text.ts';
import { windowWords } from './window-words.ts';

/** The agreed message catalogue: codes are never renamed, texts must equal these. */
const agreed = Object.entries({
  'field.required': "Це поле обов'язкове для заповнення",
  'field.max': 'Це поле має містити максимум {n} символів',
  'field.invalid': 'Перевірте коректність введених даних',
  'field.samePassword': 'Новий пароль не може бути таким же як і старий.',
  'field.phoneLength': 'Номер телефону має містити 13 символів',
  'field.codeLength': 'Код має містити 4 символи',
  'common.unexpected': 'Сталася помилка. Спробуйте, будь ласка, пізніше. Номер помилки: {reference}',
  'common.serviceDown': 'Сервіс тимчасово недоступний. Ми вже працюємо над відновленням.',
  'common.restoredSoon': 'Роботу сервісу буде відновлено найближчим часом.',
  'common.network': "Немає з'єднання з мережею. Перевірте інтернет і спробуйте ще раз.",
  'common.notFound': 'Нічого не знайдено',
  'common.deviceClock':
    'На вашому пристрої неправильно встановлено дату або час. Виправте їх і спробуйте ще раз.',
  'common.tooManyRequests': 'Забагато запитів. Спробуйте через {seconds} с.',
  'common.sessionEnded': 'Сеанс завершено. Увійдіть знову, щоб продовжити.',
  'page.notFound': 'На жаль, цю сторінку не знайдено',
  'page.error': 'На жаль, сталася помилка',
  'identity.badCredentials': 'Такої комбінації логіна і пароля не знайдено',
  'identity.attemptsExhausted':
    'Кількість спроб вичерпано. Перевірте розкладку клавіатури, клавіші Shift і Caps Lock. Спробуйте ще раз через {minutes} хв.',
  'identity.wrongCode': 'Невірний код',
  'identity.codeExpired': 'Термін дії коду минув. Отримайте новий код.',
  'identity.smsLoginFailed':
    'Не вдалося увійти за кодом. Щоб відновити пароль, зверніться до контактного центру: {phones}.',
  'identity.phoneTaken': 'Цей номер уже зареєстровано. Увійдіть або відновіть пароль.',
  'identity.consent':
    'Я даю згоду на обробку моїх персональних даних відповідно до Закону України «Про захист персональних даних».',
  'identity.dualAuth': 'Підтвердьте вхід кодом, який ми надіслали на {maskedPhone}.',
  'accounts.noContract':
    'За цим рахунком немає чинного договору. Зверніться до контактного центру: {phones}.',
  'accounts.noObjects': "До вашого кабінету ще не додано жодного об'єкта.",
  'accounts.codeMismatch':
    'Номер рахунку або код не підходять. Код надруковано на рахунку за електроенергію.',
  'accounts.alreadyAdded': "Цей об'єкт уже є у вашому кабінеті.",
  'readings.accepted':
    'Показання прийнято. Радимо передавати показання в останні 2 дні місяця або перші 3 дні наступного.',
  'readings.sameAsPrevious':
    'Показання такі самі, як попередні: спожито 0 кВт·год. Підтвердьте, якщо це правильно.',
  'readings.digitCapacity':
    'Показання не відповідають розрядності лічильника: потрібно {digits} цифр без коми.',
  'readings.lowerThanPrevious':
    'Показання менші за попередні не враховуються. Надішліть фото лічильника на {email}.',
  'readings.rollOver':
    'Лічильник перейшов через нуль? Спожито {kwh} кВт·год. Підтвердьте, якщо це правильно.',
  'readings.valueTooLarge': 'Завелике значення: перевірте показання і додайте фото лічильника.',
  'readings.deviation':
    'Споживання відрізняється від торішнього на {percent} %. Виправте показання або погодьтеся з розрахунком.',
  'readings.operatorCheck':
    'Значне відхилення: показання перевірить оператор наступного робочого дня ({date}).',
  'readings.additionalVerification': 'Потрібна додаткова перевірка показань. Ми повідомимо про результат.',
  'readings.takenByOperator': 'Введення показань заблоковано: показання знімає оператор системи розподілу.',
  'readings.substation': 'Лічильник розташований у підстанції: введення показань заблоковано.',
  'readings.personInputBlocked':
    'Введення показань тимчасово заблоковано. Надішліть фото лічильника на {email} до 13:00 2-го числа наступного місяця.',
  'readings.entityPeriodClosed': 'Період введення показань для юридичних осіб закрито.',
  'readings.meterDisabled': 'Лічильник відключено. Заповніть форму звернення.',
  'readings.severalMeters': 'За цим рахунком знайдено кілька лічильників. Заповніть форму звернення.',
  'readings.meterNotFound': 'Лічильник не знайдено. Заповніть форму звернення.',
  'readings.eicNotFound': 'EIC-код не знайдено',
  'readings.notInCalculation':
    'Показання збережено, але вони не увійдуть до розрахунку: триває закриття розрахункового періоду.',
  'readings.noStatistics': 'Немає статистичних показників за попередні періоди.',
  'readings.readingFailed': 'Помилка під час передавання показань. Спробуйте пізніше.',
  'readings.fileMustBeXls': 'Файл з показаннями має бути у форматі XLS або XLSX.',
  'readings.fileHasErrors':
    'Файл містить помилки (рядків: {count}). Завантажте файл із позначками, виправте і надішліть знову.',
  'billing.alreadyCalculated': 'Розрахунок за поточний період уже виконано.',
  'billing.pendingVerification':
    'Розрахунок неможливий до завершення перевірки показань (до 5 робочих днів, {date}).',
  'billing.commercialMetering':
    "Ваш об'єкт обладнано АСКОЕ: нарахування буде виконано протягом 3 робочих днів ({date}).",
  'billing.missingActualReadings':
    'Немає фактичних показань. Після їх отримання перерахунок буде виконано протягом 5 днів.',
  'billing.specialConditionsGroup':
    'Споживач з особливими умовами: розрахунок буде виконано після отримання показань усієї групи (орієнтовно 5 робочих днів).',
  'billing.contractChanges':
    'Через зміни в договорі розрахунок зараз неможливий. Рахунок буде сформовано протягом 5 днів.',
  'billing.periodClosing': 'Триває закриття розрахункового періоду. Спробуйте пізніше.',
  'billing.invoiceByCallCentre': 'За цим рахунком зверніться до контактного центру: {phones}.',
  'billing.noCharges': 'За цей період нарахувань немає.',
  'payments.pending': 'Платіж в дорозі: кошти надійдуть до {date}. Як борг ця сума не рахується.',
  'payments.declined': 'Банк відхилив платіж. Гроші не списано.',
  'payments.providerOff': 'Оплата через {provider} зараз недоступна. Оберіть інший спосіб.',
  'payments.wrongAmount': 'Сума має бути від 1,00 до 100 000,00 грн.',
  'documents.unpaidViolationActs': 'У вас є неоплачені акти про порушення на суму {sum} грн.',
  'documents.noViolationActs': 'Актів про порушення немає.',
  'documents.violationActs': 'За вашим рахунком складено актів про порушення: {count}.',
  'documents.requestAccepted': 'Запит прийнято. Документ буде готовий {date}.',
  'signature.certificateExpired': 'Термін дії сертифіката підпису минув {date}.',
  'signature.certificateNotYetValid': 'Сертифікат підпису ще не набув чинності.',
  'signature.certificateRevoked': 'Сертифікат підпису скасовано.',
  'signature.certificateUnknownIssuer': 'Сертифікат видано невідомим надавачем довірчих послуг.',
  'signature.certificateStatusUnavailable': 'Не вдалося перевірити статус сертифіката. Спробуйте пізніше.',
  'signature.ownerMismatch': 'Підпис належить іншій особі: код у сертифікаті не збігається з вашими даними.',
  'signature.broken': 'Документ змінено після підписання або підпис пошкоджено.',
  'support.ticketCreated': 'Звернення № {number} зареєстровано. Відповідь надамо до {date}.',
  'support.ticketDone': 'Відповідь надано',
  'support.fileRefused': 'Цей файл не можна додати: дозволено {types}, до {size} МБ.',
  'promo.dayNight': 'Двозонний лічильник «День-Ніч»: з 23:00 до 07:00 електроенергія коштує на 50 % дешевше.',
});

/** Codes added by the product. */
const added = Object.entries({
  field: 'latinLetter cyrillicLetter strayCharacter',
  readings: `
    wrongCharacter tooManyPhotos entityInputBlocked roleReadsOnly alreadySubmitted photoRefused photoHeic
    rowTwice fileTooLarge fileTooComplex fileDamaged fileEncrypted fileHasMacros fileColumns
    fileSeveralSheets fileEmpty cellFormula cellDate cellMerged cellHidden cellError rowUnknown lastYear
    comparedWith alreadyDecided laterReadingIsLower photoNotAsked reasonMissing reviewReplaced`,
  common: 'badRequest forbidden requestReused workBudgetSpent busy fileTimedOut',
  payments: `
    tooManyUnderWay tooManyToday outsideLimits qrOutsideLimits noReminderChannel noReceipt notRefundable
    refundByHand refundRefused refundAsked refunded`,
  identity: `
    blocked customerChanged totpRequired passwordNeeded recoverByEmail wrongPassword weakPassword
    entityTaken alreadyInvited tooManyPeople tooManyTokens ownAccess factorNeeded loginTaken onlyViewed
    invitationEnded confirmationNeeded emailTaken secondFactorOff codeSignInOff codesUsedUp workNeeded
    noContact staffContactTaken`,
  accounts: 'confirmationNeeded holderOnly unknownNumbers',
  billing: 'noComparison clockBehind',
  periods: `
    notNext notOver readingsTaken dryRunNeeded dryRunStale undecided notChargeable underWay wrongState`,
  imports: 'busy wrongState wrongFiles tooLarge',
  statements: `
    wrongState tooLarge unknownAccount actNotOwed unknownOrder orderLanded orderReturned orderAmount
    isReversal reversalAmount notUndoable`,
  documents: `
    actClosed nothingDiffers disagreementSent objectionKept alreadyAnswered notReady periodWrong
    monthTooEarly monthTooLate monthsReversed monthsTooMany tooManyBills`,
  limits: `
    deadlinePassed changedMeanwhile decidedMeanwhile monthClosed unknownPoint nothingChanged wrongState
    reasonMissing`,
  feedback: 'alreadyGiven',
  content: 'priceTyped notAhead',
  legal: 'otherVersion',
  maintenance: 'endsTooEarly tooLong until',
  management: 'changedMeanwhile',
  messages: 'alreadyDelivered alreadyRecalled nobody reasonNeeded',
  notices: 'changedMeanwhile periodReversed',
  ledger: 'nothingToCorrect notReversible outOfRange alreadyDecided',
  changes: `
    unknownReference futureDay dayTooEarly registers dialTooHigh valueTooLow serialTaken tariffNotInForce
    alreadyChanged badContact accountTaken accountDigits contractEnded laterChange otherCustomer
    contractLater customerTaken badCustomer`,
  rules: 'badValue wrongOrder nothingChanged dayOutOfRange changedMeanwhile laterPlanned tooLateToUndo',
  signature: `
    added algorithmUnsupported alreadySigned fileTooLarge noAuthorities badList wrongList
    unprovenAuthorities noPowers notForSigning sealAlone severalSigners signerTwice timeServerOff
    timeServerSilent tooManySigners wrongFile xades`,
  files: 'tooLarge damaged encrypted tooComplex activeContent tooManyPixels',
  support: `
    alreadyExtended alreadyRated answeredMeanwhile compensationDecided fileChecking fileInfected
    extensionOutside extensionTooLate notExtendable notPossible notSameCustomer openPlaces templateChanged
    termExtended unknownVariable tooManyViews tooManyFiles`,
  tariffs: 'changedMeanwhile dayTaken gap inEffect nothingClosed pastDay tooFarBack wrongState',
  supplier: 'nothingChanged changedMeanwhile proposalWaits decided accentContrast logoRefused',
  acts: `
    badDays changedMeanwhile decided futureDay hearingTooSoon numberTaken proposalWaits sumOutOfRange
    unknownMeter wrongState wrongSum`,
  benefits: 'alreadyThere booked importRuns monthOutOfRange notCharged notHousehold ofImport takesTwo',
  decisions: 'dependentPerson ownProposal',
  reports: 'badPeriod badReference notReady textTooWide tooMuch tooManyRows',
}).flatMap(([concept, reasons]) =>
  reasons
    .trim()
    .split(/\s+/)
    .map((reason) => `${concept}.${reason}`),
);

const { readings } = standardRules;
/** What fills the braces of texts that name rules of the supplier: the agreed ones have the standard values. */
const byStandardRules: Readonly<Record<string, MessageParams>> = {
  'readings.accepted': windowWords(
    'readings.accepted',
    windowParams('readings.accepted', readings.window.person),
  ),
  'readings.personInputBlocked': windowWords(
    'readings.personInputBlocked',
    windowParams('readings.personInputBlocked', readings.window.person),
  ),
  'billing.commercialMetering': { n: readings.commercialWorkingDays },
};

/** A text with plural forms, for a large number. */
function forMany(text: string): string {
  return text.replace(/\{\w+\|[^|}]*\|[^|}]*\|([^|}]*)\}/g, '$1');
}

test.each(agreed)('formatMessage: %s has its agreed text', (code, text) => {
  expect(isMessageCode(code)).toBe(true);
  if (isMessageCode(code))
    expect(formatText(forMany(catalogue[code]), byStandardRules[code] ?? {})).toBe(text);
});

test('catalogue has only agreed and added codes', () => {
  const known = [...agreed.map(([code]) => code), 'field.length', ...added];
  expect(Object.keys(catalogue).sort()).toEqual(known.sort());
});

test('every code is a concept and a reason', () => {
  for (const code of Object.keys(catalogue)) expect(code).toMatch(/^[a-z]+\.[a-z][A-Za-z]*$/);
});

test('the refusal of a file that is too large is filled in wholly, as the server does it', () => {
  for (const { path, upload } of allCalls) {
    if (upload?.tooLarge === undefined) continue;
    const size = upload.maxBytes / 1024 / 1024;
    expect(formatMessage(upload.tooLarge, { ...upload.params, size }), path).not.toMatch(/[{}]/);
  }
});

test('formatText sets the thousands of a count apart, and of no other number', () => {
  const rows = '{n} {n|рядок|рядки|рядків}';
  expect(formatText(rows, { n: 47_246 })).toBe('47\u00a0246 рядків');
  expect(formatText(rows, { n: 1_000_001 })).toBe('1\u00a0000\u00a0001 рядок');
  expect(formatText(rows, { n: 999 })).toBe('999 рядків');
  expect(formatText('Звернення № {n} за {year} рік', { n: 1003, year: 2026 })).toBe(
    'Звернення № 1003 за 2026 рік',
  );
});

describe('formatMessage uses Ukrainian plural forms', () => {
  test.each([
    [1, 'символ'],
    [2, 'символи'],
    [4, 'символи'],
    [5, 'символів'],
    [10, 'символів'],
    [11, 'символів'],
    [12, 'символів'],
    [14, 'символів'],
    [21, 'символ'],
    [22, 'символи'],
    [25, 'символів'],
    [101, 'символ'],
    [111, 'символів'],
    [0, 'символів'],
  ])('plural: %i %s', (n, noun) => {
    expect(formatMessage('field.length', { n })).toBe(`Це поле має містити ${n} ${noun}`);
    expect(formatMessage('field.max', { n })).toBe(`Це поле має містити максимум ${n} ${noun}`);
  });
});

test('formatMessage fills in values', () => {
  expect(formatMessage('support.ticketCreated', { number: 7, date: '01.12.2026' })).toBe(
    'Звернення № 7 зареєстровано. Відповідь надамо до 01.12.2026.',
  );
});

test('formatMessage shows the name of a missing value', () => {
  expect(formatMessage('payments.pending')).toContain('{date}');
});

test('formatMessage inserts values with braces or a dollar sign unchanged', () => {
  expect(formatMessage('payments.providerOff', { provider: '{b} $1 $&' })).toContain('через {b} $1 $& зараз');
});

test.each(['toString', 'constructor', '__proto__', 'common', ''])('isMessageCode is false for %j', (text) => {
  expect(isMessageCode(text)).toBe(false);
});
