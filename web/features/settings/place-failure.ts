import type { ApiFailure } from '#web/lib/api-failure.ts';
import { type Problems, problemOfIssue, type SettingsField } from './field-problem.ts';

/** Why a form was not taken. */
export interface Refusal {
  readonly problems: Problems;
  /** What concerns the whole form, or a field that is not in it. */
  readonly message?: string;
}

/** The fields that a refusal of the business is about, the first that the form has. */
const fieldsOfCode: Readonly<Record<string, readonly SettingsField[]>> = {
  'identity.wrongPassword': ['password', 'old_pass'],
  'identity.wrongCode': ['code', 'totp'],
  'identity.codeExpired': ['code', 'totp'],
  'identity.phoneTaken': ['phone'],
  'identity.emailTaken': ['email'],
};

/** Names that the payload has for a field of the form. */
const aliases: Readonly<Record<string, readonly SettingsField[]>> = {
  password: ['password', 'new_pass'],
  code: ['code', 'totp'],
};

/** Brings the failure of a call to the fields of a form that it is about; what belongs to none stands above the form. */
export function placeFailure(failure: ApiFailure, fields: readonly SettingsField[]): Refusal {
  const problems: Partial<Record<SettingsField, ReturnType<typeof problemOfIssue>>> = {};
  for (const issue of failure.issues) {
    const field = firstOf(aliases[issue.path] ?? [issue.path], fields);
    if (field) problems[field] ??= problemOfIssue(field, issue);
  }
  if (Object.keys(problems).length > 0) return { problems };
  const field = firstOf(fieldsOfCode[failure.code] ?? [], fields);
  if (field) return { problems: { [field]: problemOfIssue(field, failure) } };
  return { problems: {}, message: failure.message };
}

function firstOf(names: readonly string[], fields: readonly SettingsField[]): SettingsField | undefined {
  return fields.find((field) => names.includes(field));
}
