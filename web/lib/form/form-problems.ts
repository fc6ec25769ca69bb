import type { FieldProblem } from '#contract/field-rules.ts';
import { characterMessages } from '#contract/messages/character-messages.ts';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { ApiFailure } from '../api-failure.ts';

/** What is wrong with one field. */
export interface ShownProblem {
  code: string;
  text: string;
}

/** Why a form was refused: problems of fields by their ids, and what concerns the whole form. */
export interface Refusal {
  message?: string;
  /** The code of the message, for a form that can say what to do about it. */
  code?: string;
  fields: Readonly<Record<string, ShownProblem>>;
}

/** Where the answers of a call belong in a form. */
export interface FormPlaces {
  /** Ids of fields by the path of an issue, where they differ. */
  paths?: Readonly<Record<string, string>>;
  /** Ids of fields by the code of a failure that concerns one field. */
  codes?: Readonly<Record<string, string>>;
}

/** The refusal that the checks of the browser make, by the ids of the fields; undefined: all is right. */
export function refusalOfChecks(
  checks: Readonly<Record<string, FieldProblem | ShownProblem | undefined>>,
): Refusal | undefined {
  const fields: Record<string, ShownProblem> = {};
  for (const [id, problem] of Object.entries(checks)) {
    if (problem) fields[id] = 'text' in problem ? problem : { code: problem.code, text: textOf(problem) };
  }
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}

/**
 * The refusal that a failure of a call is: issues and codes that belong to a field stand at it, anything else concerns
 * the whole form.
 */
export function refusalOfFailure(failure: ApiFailure, { paths = {}, codes = {} }: FormPlaces = {}): Refusal {
  const { code, message, issues } = failure;
  if (issues.length > 0) {
    return {
      fields: Object.fromEntries(
        issues.map((issue) => [paths[issue.path] ?? issue.path, { code: issue.code, text: issue.message }]),
      ),
    };
  }
  const field = codes[code];
  return field === undefined
    ? { message, code, fields: {} }
    : { fields: { [field]: { code, text: message } } };
}

function textOf({ code, ...params }: FieldProblem): string {
  return formatText({ ...commonMessages, ...characterMessages }[code], params);
}
