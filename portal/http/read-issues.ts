import type * as z from 'zod/mini';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage, isMessageCode, type MessageParams } from '#contract/messages/format-message.ts';

export interface Issue {
  readonly path: string;
  readonly code: MessageCode;
  readonly message: string;
}

type Problem = z.core.$ZodIssue;

function valueAt(payload: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    payload,
  );
}

/** What stands in the text of a problem: the violated bound, or the parameters of the field rule. */
function paramsOf(problem: Problem): MessageParams {
  if (problem.code === 'too_big') return { n: Number(problem.maximum) };
  if (problem.code === 'too_small') return { n: Number(problem.minimum) };
  return problem.code === 'custom' ? (problem.params ?? {}) : {};
}

function codeOf(problem: Problem, payload: unknown): MessageCode {
  if (problem.path.length > 0 && valueAt(payload, problem.path) === undefined) return 'field.required';
  if (isMessageCode(problem.message)) return problem.message;
  return problem.code === 'too_big' && problem.origin === 'string' ? 'field.max' : 'field.invalid';
}

/** All problems of a payload: the first one per field, with its path and the text of the catalogue. */
export function readIssues(error: z.core.$ZodError, payload: unknown): Issue[] {
  const issues = new Map<string, Issue>();
  for (const problem of error.issues) {
    const path = problem.path.map(String).join('.');
    if (issues.has(path)) continue;
    const code = codeOf(problem, payload);
    issues.set(path, { path, code, message: formatMessage(code, paramsOf(problem)) });
  }
  return [...issues.values()];
}
