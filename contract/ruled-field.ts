import * as z from 'zod/mini';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { checkField, type FieldName, tidyField } from './field-rules.ts';

/**
 * A form field validated by `checkField`, so that browser and server agree; handlers get it tidy. An issue has the code as its
 * message and what stands in its text as `params`.
 * @param documented Length, for the API description.
 * @param other A value that is accepted besides.
 */
export const ruled = (
  name: FieldName,
  documented: { minLength?: number; maxLength?: number } = {},
  other?: string,
) =>
  z
    .string()
    .check(
      z.superRefine((text, context) => {
        const problem = text === other ? undefined : checkField(name, text);
        if (!problem) return;
        const { code, ...params } = problem;
        context.addIssue({ code: 'custom', message: code, params });
      }),
      z.overwrite((text) => (text === other ? text : tidyField(name, text))),
    )
    .register(z.globalRegistry, documented);

/** A code in any spelling; handlers get it in Latin capitals. */
export const inLatin = z.overwrite(latinCode);
