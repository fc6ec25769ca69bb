import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { requestIdField, textField, titleField } from '../fields.ts';
import { instantField } from '../values/dates.ts';
import { minText } from '../values/text-length.ts';
import { revisionField } from '../values/whole-number.ts';

/** Longest text of a template, characters. */
export const maxTemplateText = 4000;

const idField = z.string().check(z.regex(/^[a-z][A-Za-z]{2,39}$/, { error: 'field.invalid' }));

const contentFields = {
  /** null: fits every topic. */
  topicId: z.nullable(idField),
  title: titleField,
  /** With {{variables}}. */
  text: textField(maxTemplateText).check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n').trim()),
    minText(1, 'field.required'),
  ),
};

const templateSchema = z.object({
  id: idField,
  ...contentFields,
  /** Name of the topic; '': every one. */
  topic: z.string(),
  /** Operators can choose it. */
  isActive: z.boolean(),
  /** Grows with each change. */
  revision: z.number(),
  /** What was done with it, newest first; one that came with the product begins without. */
  events: z.array(
    z.object({
      kind: z.enum(['created', 'changed', 'switchedOff', 'switchedOn']),
      at: instantField,
      by: z.string(),
    }),
  ),
});

const editors = { audience: 'admin', roles: ['content'] } as const;

export const listAnswerTemplates = defineCall({
  path: '/api/desk/templates/list',
  summary: 'Templates of answers, in the order in which the desk offers them, and topics that one may be of.',
  ...editors,
  input: signedInput({}),
  output: success({
    templates: z.array(templateSchema),
    topics: z.array(z.object({ topicId: idField, title: z.string() })),
  }),
  failures: [],
});

export const addAnswerTemplate = defineCall({
  path: '/api/desk/templates/add',
  summary: 'Adds a template of an answer; a name in braces that is no variable is refused.',
  ...editors,
  changes: true,
  input: signedInput({ ...contentFields, requestId: requestIdField }),
  output: success({ template: templateSchema }),
  failures: ['common.notFound', 'common.requestReused', 'support.unknownVariable'],
});

export const changeAnswerTemplate = defineCall({
  path: '/api/desk/templates/change',
  summary: 'Changes a template in the revision that was read, or switches it off and on.',
  ...editors,
  changes: true,
  input: signedInput({ ...contentFields, id: idField, isActive: z.boolean(), revision: revisionField }),
  output: success({ template: templateSchema }),
  failures: ['common.notFound', 'support.templateChanged', 'support.unknownVariable'],
});
