import {
  addAnswerTemplate,
  changeAnswerTemplate,
  listAnswerTemplates,
} from '#contract/conversations/answer-templates.ts';
import { unknownPlaces } from '#domain/conversations/answer-variables.template.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { type WriteRecord, writeRecord } from '#portal/http/records/staff-changes.ts';
import { type RequestContext, type Route, route } from '#portal/http/route.ts';
import { listTopics } from '#portal/modules/conversations/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  insertTemplate,
  listAllTemplates,
  type StoredTemplate,
  type TemplateContent,
  updateTemplate,
} from './template-store.ts';

/** The id of a template follows from that of the request: ids have letters alone. */
const idOf = (requestId: string) =>
  `own${requestId.replaceAll('-', '').replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;

const toDto = ({ events, ...template }: StoredTemplate) => ({
  ...template,
  events: events.map((event) => ({ ...event })),
});

/** What of a template the list of actions shows. */
const shownFields = ({ topic, title, text, isActive }: StoredTemplate) => ({ topic, title, text, isActive });

const isSame = (stored: StoredTemplate, { topicId, title, text }: TemplateContent) =>
  stored.topicId === topicId && stored.title === title && stored.text === text;

/** Templates of answers, as staff with the role of content manage them. */
export function templateRoutes(db: PortalDatabase): Route[] {
  async function check({ topicId, text }: TemplateContent) {
    const names = unknownPlaces(text);
    if (names.length > 0) return fail('support.unknownVariable', { names: names.join(', ') });
    if (topicId === null) return undefined;
    const topics = await listTopics(db, null);
    return topics.some((topic) => topic.topicId === topicId) ? undefined : fail('common.notFound');
  }

  const write = (id: string, context: RequestContext, act: WriteRecord) =>
    writeRecord(
      db,
      context,
      {
        subject: 'answerTemplate',
        find: async (transaction) => (await listAllTemplates(transaction, id))[0],
        fieldsOf: shownFields,
      },
      act,
    );

  return [
    route(listAnswerTemplates, async () => {
      const [templates, topics] = await Promise.all([listAllTemplates(db), listTopics(db, null)]);
      return succeed({
        templates: templates.map(toDto),
        topics: topics.map(({ topicId, title }) => ({ topicId, title })),
      });
    }),

    route(addAnswerTemplate, async ({ requestId, ...typed }, context) => {
      const wrong = await check(typed);
      if (wrong) return wrong;
      const id = idOf(requestId);
      const { stored: template, isWritten: isAdded } = await write(id, context, (inside, act) =>
        insertTemplate(inside, id, typed, act),
      );
      if (template === undefined) throw new Error('the template is gone');
      return isAdded || isSame(template, typed)
        ? succeed({ template: toDto(template) })
        : fail('common.requestReused');
    }),

    route(changeAnswerTemplate, async ({ id, revision, isActive, ...typed }, context) => {
      const wrong = await check(typed);
      if (wrong) return wrong;
      const { stored: template, isWritten: isChanged } = await write(id, context, (inside, act) =>
        updateTemplate(inside, { id, revision }, { ...typed, isActive }, act),
      );
      if (template === undefined) return fail('common.notFound');
      const isDone = isChanged || (isSame(template, typed) && template.isActive === isActive);
      return isDone ? succeed({ template: toDto(template) }) : fail('support.templateChanged');
    }),
  ];
}
