import type * as z from 'zod/mini';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage, isMessageCode } from '#contract/messages/format-message.ts';

export interface Issue {
  readonly path: string;
  readonly code: MessageCode;
  readonly message: string;
}

type Problem = z.core.$ZodIssue;

function codeOf(problem: Problem): { code: MessageCode; n?: number } {
  if (isMessageCode(problem.message)) {
    if (problem.message === 'field.max' && problem.code === 'too_big') {
      return { code: 'field.max', n: Number(problem.maximum) };
    }
    return { code: problem.message };
  }
  if (problem.code === 'invalid_type' && problem.input === undefined) return { code: 'field.required' };
  if (problem.code === 'too_big' && problem.origin === 'string') {
    return { code: 'field.max', n: Number(problem.maximum) };
  }
  return { code: 'field.invalid' };
}

/** All problems of a payload at once, each with the path of its field and the words of the catalogue. */
export function readIssues(error: z.core.$ZodError): Issue[] {
  return error.issues.map((problem) => {
    const { code, n } = codeOf(problem);
    return {
      path: problem.path.map(String).join('.'),
      code,
      message: formatMessage(code, n === undefined ? {} : { n }),
    };
  });
}
