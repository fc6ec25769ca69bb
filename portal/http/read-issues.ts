import type * as z from 'zod/mini';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage, isMessageCode } from '#contract/messages/format-message.ts';

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

function codeOf(problem: Problem, payload: unknown): { code: MessageCode; n?: number } {
  if (problem.path.length > 0 && valueAt(payload, problem.path) === undefined) {
    return { code: 'field.required' };
  }
  if (isMessageCode(problem.message)) {
    if (problem.message === 'field.max' && problem.code === 'too_big') {
      return { code: 'field.max', n: Number(problem.maximum) };
    }
    return { code: problem.message };
  }
  if (problem.code === 'too_big' && problem.origin === 'string') {
    return { code: 'field.max', n: Number(problem.maximum) };
  }
  return { code: 'field.invalid' };
}

/**
 * All problems of a payload at once: for each field the first that was found, with the path of the field and the words of
 * the catalogue.
 */
export function readIssues(error: z.core.$ZodError, payload: unknown): Issue[] {
  const issues = new Map<string, Issue>();
  for (const problem of error.issues) {
    const path = problem.path.map(String).join('.');
    if (issues.has(path)) continue;
    const { code, n } = codeOf(problem, payload);
    issues.set(path, { path, code, message: formatMessage(code, n === undefined ? {} : { n }) });
  }
  return [...issues.values()];
}
