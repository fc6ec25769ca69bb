import { parsePhone } from '#domain/identifiers/contacts.ts';
import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { parseIban } from '#domain/identifiers/iban.ts';
import { checkRecipient } from '#platform/backup/sealing.ts';
import { checkNewPasswordRules } from '#portal/modules/identity/public.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';

/** What is wrong with an answer; its words are in setup.template.ts. */
export type AnswerProblem =
  | 'required'
  | 'tooLong'
  | 'folder'
  | 'site'
  | 'proxies'
  | 'scanner'
  | 'databaseUrl'
  | 'edrpou'
  | 'sample'
  | 'iban'
  | 'email'
  | 'sender'
  | 'smtp'
  | 'login'
  | 'phone'
  | 'password'
  | 'weakPassword'
  | 'place'
  | 'recipient';

export const answerNames = [
  'dataFolder',
  'databaseUrl',
  'publicUrl',
  'trustedProxies',
  'clamd',
  'smtpUrl',
  'mailFrom',
  'turbosmsToken',
  'turbosmsSender',
  'backupTo',
  'backupRecipient',
  'supplierName',
  'supplierShortName',
  'supplierEdrpou',
  'supplierIban',
  'supplierBank',
  'supplierAddress',
  'supplierPhones',
  'supplierEmail',
  'supplierReadingsEmail',
  'supplierUrl',
  'ownerLogin',
  'ownerName',
  'ownerPhone',
  'ownerPassword',
] as const;
export type AnswerName = (typeof answerNames)[number];
export type Answers = ReadonlyMap<AnswerName, string>;

/** 'settings': a variable of the settings file; the others are stored in the database. */
export type QuestionPart = 'settings' | 'supplier' | 'owner';

export interface Question {
  readonly name: AnswerName;
  readonly part: QuestionPart;
  /** The variable. */
  readonly setting?: string;
  /** It is neither shown nor replaced without being asked for. */
  readonly isSecret?: true;
  /** '' is an answer: without it. */
  readonly isOptional?: true;
  /** What Enter means when nothing is set. */
  readonly usual?: (answers: Answers) => string;
  /** Of an answer that is not ''. */
  readonly check: (value: string, answers: Answers) => AnswerProblem | undefined;
}

const shaped =
  (shape: RegExp, problem: AnswerProblem) =>
  (value: string): AnswerProblem | undefined =>
    shape.test(value) ? undefined : problem;
const upTo = (length: number) => (value: string) => (value.length > length ? 'tooLong' : undefined);
const parsed =
  (parse: (value: string) => unknown, problem: AnswerProblem) =>
  (value: string): AnswerProblem | undefined =>
    parse(value) === undefined ? problem : undefined;

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const checkUrl = (value: string): AnswerProblem | undefined => (isWebAddress(value) ? undefined : 'site');

/** An address without a path, as browsers send it in Origin. */
const checkOrigin = (value: string): AnswerProblem | undefined =>
  isWebAddress(value) && new URL(value).origin === value ? undefined : 'site';

function checkPassword(password: string, answers: Answers): AnswerProblem | undefined {
  const names = (['ownerLogin', 'ownerName'] as const).map((name) => answers.get(name) ?? '');
  const phone = parsePhone(answers.get('ownerPhone') ?? '');
  const problem = checkNewPasswordRules(password, { names, ...(phone && { phone }) });
  if (problem === undefined) return undefined;
  return problem.code === 'field.invalid' ? 'password' : 'weakPassword';
}

function checkKey(value: string): AnswerProblem | undefined {
  try {
    checkRecipient(value);
    return undefined;
  } catch {
    return 'recipient';
  }
}

const setting = (name: AnswerName, variable: string, rest: Omit<Question, 'name' | 'part' | 'setting'>) =>
  ({ name, part: 'settings', setting: variable, ...rest }) satisfies Question;
const supplier = (name: AnswerName, rest: Omit<Question, 'name' | 'part'>) =>
  ({ name, part: 'supplier', ...rest }) satisfies Question;
const owner = (name: AnswerName, rest: Omit<Question, 'name' | 'part'>) =>
  ({ name, part: 'owner', ...rest }) satisfies Question;

const emailSender = /^[^@\s]+@[^@\s]+$|<[^@\s]+@[^@\s]+>$/;

/** In the order in which they are asked. */
export const questions: readonly Question[] = [
  setting('dataFolder', 'SVITLO_DATA', {
    usual: () => '/var/lib/svitlo',
    check: shaped(/^\/./, 'folder'),
  }),
  setting('databaseUrl', 'DATABASE_URL', {
    isSecret: true,
    isOptional: true,
    check: (value) =>
      /^postgres(ql)?:\/\/[^/]/.test(value) && URL.canParse(value) ? undefined : 'databaseUrl',
  }),
  setting('publicUrl', 'PUBLIC_URL', { check: checkOrigin }),
  setting('trustedProxies', 'TRUSTED_PROXIES', {
    isOptional: true,
    usual: () => '127.0.0.1',
    check: shaped(/^[\da-fA-F.:/]+(\s*,\s*[\da-fA-F.:/]+)*$/, 'proxies'),
  }),
  setting('clamd', 'CLAMD', { check: shaped(/^(off|[\w.-]+:\d{1,5})$/, 'scanner') }),
  setting('smtpUrl', 'SMTP_URL', {
    isSecret: true,
    isOptional: true,
    check: (value) => (/^smtps?:\/\/[^/]/.test(value) && URL.canParse(value) ? undefined : 'smtp'),
  }),
  setting('mailFrom', 'MAIL_FROM', { isOptional: true, check: shaped(emailSender, 'email') }),
  setting('turbosmsToken', 'TURBOSMS_TOKEN', { isSecret: true, isOptional: true, check: upTo(200) }),
  setting('turbosmsSender', 'TURBOSMS_SENDER', {
    isOptional: true,
    check: shaped(/^[ -~]{1,11}$/, 'sender'),
  }),
  setting('backupTo', 'BACKUP_TO', { isOptional: true, check: shaped(/^(\/.|s3:\/\/[^/])/, 'place') }),
  setting('backupRecipient', 'BACKUP_RECIPIENT', { isOptional: true, check: checkKey }),
  supplier('supplierName', { check: upTo(300) }),
  supplier('supplierShortName', { check: upTo(100) }),
  supplier('supplierEdrpou', {
    check: (value) =>
      parseEdrpou(value) === undefined
        ? 'edrpou'
        : parseEdrpou(value) === sampleEdrpou
          ? 'sample'
          : undefined,
  }),
  supplier('supplierIban', { check: parsed(parseIban, 'iban') }),
  supplier('supplierBank', { check: upTo(200) }),
  supplier('supplierAddress', { check: upTo(300) }),
  supplier('supplierPhones', { check: upTo(300) }),
  supplier('supplierEmail', { check: parsed(parseEmail, 'email') }),
  supplier('supplierReadingsEmail', {
    usual: (answers) => answers.get('supplierEmail') ?? '',
    check: parsed(parseEmail, 'email'),
  }),
  supplier('supplierUrl', { check: checkUrl }),
  owner('ownerLogin', { check: shaped(/^[a-z][a-z0-9._-]{2,31}$/, 'login') }),
  owner('ownerName', { isOptional: true, check: upTo(150) }),
  owner('ownerPhone', { isOptional: true, check: parsed(parsePhone, 'phone') }),
  owner('ownerPassword', { isSecret: true, check: checkPassword }),
];

/** Asked only when the one before it is answered: without it both are ''. */
export const dependsOn: ReadonlyMap<AnswerName, AnswerName> = new Map([
  ['mailFrom', 'smtpUrl'],
  ['turbosmsSender', 'turbosmsToken'],
  ['backupRecipient', 'backupTo'],
]);

/** Those of a pair that are wanted once the other is answered; a key of backups is made. */
const wantedTogether = new Set<AnswerName>(['mailFrom', 'turbosmsSender']);

/** What is wrong with an answer; undefined: nothing. */
export function checkAnswer(question: Question, value: string, answers: Answers): AnswerProblem | undefined {
  if (value !== '') return question.check(value, answers);
  const first = dependsOn.get(question.name);
  const isWanted =
    first !== undefined && wantedTogether.has(question.name) && (answers.get(first) ?? '') !== '';
  return question.isOptional && !isWanted ? undefined : 'required';
}
