import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { requestIdField, textField, uuidField } from '../fields.ts';
import { pageTable } from '../pages.ts';
import { instantField } from '../values/dates.ts';
import { minText } from '../values/text-length.ts';
import { revisionField } from '../values/whole-number.ts';

/** Longest text of a service message, characters. */
export const maxNoticeText = 300;
/** Stands for every page. */
export const everyPage = '*';

/** Pages that a service message may be shown on, as in the page table. */
export const noticePages: readonly string[] = pageTable.map(({ path }) => path);

/** Whom a message is for: pages of the one or the other cabinet and its sign-in, or all pages. */
export const noticeAudiences = ['everybody', 'person', 'entity'] as const;

const noticeFields = {
  /** One line. */
  text: textField(maxNoticeText).check(
    z.overwrite((text) => text.trim().replace(/\s+/g, ' ')),
    minText(1, 'field.required'),
  ),
  /** Paths of the page table, or '*' alone. */
  pages: z
    .array(
      z
        .string()
        .check(
          z.refine((path) => path === everyPage || noticePages.includes(path), { error: 'field.invalid' }),
        ),
    )
    .check(z.minLength(1, { error: 'field.required' }), z.maxLength(noticePages.length)),
  audience: z.enum(noticeAudiences),
  from: instantField,
  /** null: until it is ended. */
  until: z.nullable(instantField),
  /** Of several on one page the smaller number comes first. */
  position: z.int().check(z.gte(1), z.lte(99)),
};

const noticeSchema = z.object({
  id: uuidField,
  ...noticeFields,
  state: z.enum(['planned', 'shown', 'ended']),
  /** Grows with each change. */
  revision: z.number(),
  /** What was done with it, newest first; `by`: name of the administrator, '': the operator of the server. */
  events: z.array(
    z.object({ kind: z.enum(['created', 'changed', 'ended']), at: instantField, by: z.string() }),
  ),
});

const editors = ['content', 'operator'] as const;

export const listServiceNotices = defineCall({
  path: '/api/service-messages/list',
  summary: 'Service messages that are shown or planned, in order, then those that ended, newest first.',
  audience: 'admin',
  roles: editors,
  input: signedInput({}),
  output: success({ notices: z.array(noticeSchema) }),
  failures: [],
});

export const addServiceNotice = defineCall({
  path: '/api/service-messages/add',
  summary: 'Adds a service message.',
  audience: 'admin',
  roles: editors,
  changes: true,
  input: signedInput({ ...noticeFields, requestId: requestIdField }),
  output: success({ notice: noticeSchema }),
  failures: ['common.requestReused', 'notices.periodReversed'],
});

export const changeServiceNotice = defineCall({
  path: '/api/service-messages/change',
  summary: 'Changes a service message that has not ended, in the revision that was read.',
  audience: 'admin',
  roles: editors,
  changes: true,
  input: signedInput({ ...noticeFields, id: uuidField, revision: revisionField }),
  output: success({ notice: noticeSchema }),
  failures: ['common.notFound', 'notices.changedMeanwhile', 'notices.periodReversed'],
});

export const endServiceNotice = defineCall({
  path: '/api/service-messages/end',
  summary: 'Ends a service message now; one that was planned is not shown at all.',
  audience: 'admin',
  roles: editors,
  changes: true,
  input: signedInput({ id: uuidField, revision: revisionField }),
  output: success({ notice: noticeSchema }),
  failures: ['common.notFound', 'notices.changedMeanwhile'],
});
