import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { requestIdField, textField, uuidField } from './fields.ts';
import { dateField } from './values/dates.ts';
import { ruleEffectSchema, ruleEntriesField, rulesFields } from './values/rule.ts';
import { minText } from './values/text-length.ts';
import { revisionField } from './values/whole-number.ts';

const reasonField = textField(300).check(z.trim(), minText(3, 'field.required'));
const changing = { audience: 'admin', roles: ['billing'], changes: true } as const;

export const listRules = defineCall({
  path: '/api/admin/rules/list',
  summary: 'The rules of the supplier in force now, what is planned, and the newest hundred past changes.',
  audience: 'admin',
  input: signedInput({}),
  output: success(rulesFields),
  failures: ['common.notFound'],
});

export const changeRules = defineCall({
  path: '/api/admin/rules/change',
  summary:
    'Changes rules from the midnight of a day on, or for today from the next minute. A rule that somebody has changed since `revision` is refused with that change.',
  ...changing,
  input: signedInput({
    values: ruleEntriesField,
    validFrom: dateField,
    /** Of the list that the author has seen. */
    revision: revisionField,
    reason: reasonField,
    requestId: requestIdField,
  }),
  output: success(rulesFields),
  failures: [
    'common.notFound',
    'common.requestReused',
    'rules.badValue',
    'rules.wrongOrder',
    'rules.nothingChanged',
    'rules.dayOutOfRange',
    'rules.changedMeanwhile',
  ],
});

export const previewRules = defineCall({
  path: '/api/admin/rules/preview',
  summary:
    'Whom a change of rules would concern, and how many readings, payments and codes of the last three months it would have decided differently; nothing is changed.',
  audience: 'admin',
  roles: ['billing'],
  input: signedInput({ values: ruleEntriesField, validFrom: dateField }),
  output: success({ effects: z.array(ruleEffectSchema) }),
  failures: ['common.notFound', 'rules.badValue'],
});

export const undoRules = defineCall({
  path: '/api/admin/rules/undo',
  summary: 'Takes a planned change of rules back before it takes effect.',
  ...changing,
  input: signedInput({ changeId: uuidField, reason: reasonField }),
  output: success(rulesFields),
  failures: ['common.notFound', 'rules.tooLateToUndo', 'rules.wrongOrder'],
});
