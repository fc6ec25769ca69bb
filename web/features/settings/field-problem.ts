import { checkField, type FieldCode, type FieldName, type FieldsBeside } from '#contract/field-rules.ts';
import { accountMessages } from '#contract/messages/account-messages.ts';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { passwordWords } from '#web/lib/password-words.ts';
import { text } from './text.ts';

/** Fields of the settings; `password` is the current one, `totp` the code of an application. */
export type SettingsField =
  | 'phone'
  | 'email'
  | 'code'
  | 'password'
  | 'old_pass'
  | 'new_pass'
  | 'surname'
  | 'name'
  | 'middle_n'
  | 'totp';

/** What is wrong with a field: the words beside it, and those of the summary, which say what exactly is wanted. */
export interface Problem {
  readonly text: string;
  readonly summary: string;
}

export type Problems = Readonly<Partial<Record<SettingsField, Problem>>>;

/** What a rule looks at beside the value: other fields, and what is known of the owner of a new password. */
type Beside = FieldsBeside & { readonly known?: readonly string[] };

const TOTP = /^\d{6}$/;

/** The rule of the contract that a field goes by; the current password only has to be there. */
const ruleOf: Readonly<Record<Exclude<SettingsField, 'totp'>, FieldName>> = {
  phone: 'phone',
  email: 'email',
  code: 'code',
  password: 'old_pass',
  old_pass: 'old_pass',
  new_pass: 'new_pass',
  surname: 'surname',
  name: 'name',
  middle_n: 'middle_n',
};

/**
 * What is wrong with a value, by the same rules the server refuses by; undefined: nothing.
 * Source: base specification section 5, messages.md (field rules).
 */
export function fieldProblem(field: SettingsField, value: string, beside: Beside = {}): Problem | undefined {
  if (field === 'totp') return totpProblem(value);
  const found = checkField(ruleOf[field], value, beside);
  if (found) return generic(field, found.code, found.n);
  const isWeak = field === 'new_pass' && !passwordWords(value, beside.known ?? []).isGood;
  return isWeak ? exact(accountMessages['identity.weakPassword']) : undefined;
}

/** The problems of these values; undefined when there are none. */
export function problemsOf(
  values: Readonly<Partial<Record<SettingsField, string>>>,
  beside: Beside = {},
): Problems | undefined {
  const found: Partial<Record<SettingsField, Problem>> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = name as SettingsField;
    const problem = fieldProblem(field, value, beside);
    if (problem) found[field] = problem;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** The problem that the server names for a field: one of the rules, or words that say it already. */
export function problemOfIssue(field: SettingsField, issue: { code: string; message: string }): Problem {
  return issue.code.startsWith('field.') && issue.code !== 'field.samePassword'
    ? { text: issue.message, summary: text.summaries[field] }
    : exact(issue.message);
}

function totpProblem(value: string): Problem | undefined {
  if (value === '') return generic('totp', 'field.required');
  return TOTP.test(value) ? undefined : { text: text.totpCodeWrong, summary: text.summaries.totp };
}

function generic(field: SettingsField, code: FieldCode, n?: number): Problem {
  const words = formatText(commonMessages[code], n === undefined ? {} : { n });
  return code === 'field.samePassword' ? exact(words) : { text: words, summary: text.summaries[field] };
}

function exact(words: string): Problem {
  return { text: words, summary: words };
}
