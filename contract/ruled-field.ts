import * as z from 'zod/mini';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { type CodeName, checkCode } from './code-rules.ts';
import { checkField, type FieldName, type FieldProblem, tidyField } from './field-rules.ts';

/** Length, for the API description. */
type Documented = { minLength?: number; maxLength?: number };

/** An issue has the code of the problem as its message and what stands in its text as `params`. */
const checkedText = (
  check: (text: string) => FieldProblem | undefined,
  tidy: (text: string) => string,
  documented: Documented,
) =>
  z
    .string()
    .check(
      z.superRefine((text, context) => {
        const problem = check(text);
        if (!problem) return;
        const { code, ...params } = problem;
        context.addIssue({ code: 'custom', message: code, params });
      }),
      z.overwrite(tidy),
    )
    .register(z.globalRegistry, documented);

/**
 * A form field validated by `checkField`, so that browser and server agree; handlers get it tidy.
 * @param other A value that is accepted besides.
 */
export const ruled = (name: FieldName, documented: Documented = {}, other?: string) =>
  checkedText(
    (text) => (text === other ? undefined : checkField(name, text)),
    (text) => (text === other ? text : tidyField(name, text)),
    documented,
  );

/** A code validated by `checkCode`; handlers get it in Latin capitals. */
export const ruledCode = (name: CodeName, documented: Documented) =>
  checkedText((text) => checkCode(name, text), latinCode, documented);

/** A code in any spelling; handlers get it in Latin capitals. */
export const inLatin = z.overwrite(latinCode);
