import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { addTermChange, type TermContent, undoTermChange } from '#contract/service-terms/term-changes.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import {
  changesOfRefusal,
  DatedSections,
  InForceGroup,
  InForceRow,
  UndoForm,
} from '#web/lib/dated-changes/dated-changes.tsx';
import { showDate } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type TermChange, type Terms, termsQuery } from './api.ts';
import { CalendarDays } from './calendar-days.tsx';
import { TermForm } from './term-form.tsx';
import { codeOf, isSameThing, linesOf, nameOf, shownVersion } from './term-words.ts';
import { text } from './text.ts';

/** The calendar, the terms, the hours of chats and compensations: in force, planned and past; changed and undone by who may. */
export function TermVersions({ mayChange }: { mayChange: boolean }) {
  return (
    <Stack gap="3">
      <Text tone="quiet">{text.lead}</Text>
      <QueryPart
        query={useQuery(termsQuery)}
        failed={text.failed}
        skeleton={<RowsSkeleton label={text.loading} rows={8} />}
      >
        {(terms) => <TermsView terms={terms} mayChange={mayChange} />}
      </QueryPart>
    </Stack>
  );
}

type Open = { kind: 'change'; of: TermContent; requestId: string } | { kind: 'undo'; change: TermChange };

/** Planned versions of the same thing, by their day. */
const plannedOf = ({ changes }: Terms, of: TermContent) =>
  changes.filter(({ state, content }) => state === 'planned' && isSameThing(content, of));

/** What a new version follows. */
function lastOf(terms: Terms, of: TermContent): TermContent {
  const present = terms.inForce.find(({ content }) => isSameThing(content, of));
  return plannedOf(terms, of).at(-1)?.content ?? present?.content ?? of;
}

function TermsView({ terms, mayChange }: { terms: Terms; mayChange: boolean }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const [conflict, setConflict] = useState<readonly TermChange[]>([]);
  const close = () => {
    setOpen(undefined);
    setConflict([]);
  };

  async function done(call: Promise<ApiResult<Terms>>, words: string): Promise<ApiFailure | undefined> {
    const result = await call;
    if (!result.ok) return result.failure;
    client.setQueryData(termsQuery.queryKey, result.data);
    close();
    showTip('good', words);
    return undefined;
  }

  async function save(requestId: string, content: TermContent, validFrom: string, reason: string) {
    const { revision } = terms;
    const failure = await done(
      callApi(addTermChange, { content, validFrom, revision, reason, requestId }),
      text.saved,
    );
    if (failure?.code !== 'rules.changedMeanwhile') return failure;
    // The form goes on with what is there now, and says whose change that is.
    await client.refetchQueries(termsQuery);
    setConflict(changesOfRefusal(failure));
    return failure;
  }

  return (
    <>
      <DatedSections
        name="terms"
        inForce={text.inForce}
        noHistory={text.noHistory}
        changes={terms.changes}
        {...shownVersion}
        {...(mayChange && { onUndo: (change: TermChange) => setOpen({ kind: 'undo', change }) })}
      >
        {terms.inForce.map(({ content }) => (
          <InForceGroup
            key={`${content.kind} ${codeOf(content)}`}
            id={`terms-${content.kind}${codeOf(content)}`}
            title={nameOf(content)}
            {...(mayChange && {
              onChange: () => setOpen({ kind: 'change', of: content, requestId: newRequestId() }),
            })}
            more={content.kind === 'calendar' && <CalendarDays calendar={content} />}
          >
            <TermRows content={content} planned={plannedOf(terms, content)} />
          </InForceGroup>
        ))}
      </DatedSections>
      <Dialog open={open !== undefined} title={titleOf(open)} closeLabel={text.close} onClose={close}>
        {open?.kind === 'change' && (
          <TermForm
            now={lastOf(terms, open.of)}
            earliest={terms.earliest}
            latest={terms.latest}
            conflict={conflict}
            save={(content, validFrom, reason) => save(open.requestId, content, validFrom, reason)}
            onCancel={close}
          />
        )}
        {open?.kind === 'undo' && (
          <UndoForm
            send={(reason) =>
              done(callApi(undoTermChange, { changeId: open.change.changeId, reason }), text.undone)
            }
            onCancel={close}
          />
        )}
      </Dialog>
    </>
  );
}

function titleOf(open: Open | undefined): string {
  if (open === undefined) return text.title;
  if (open.kind === 'change') return formatText(text.formTitle, { group: nameOf(open.of) });
  return formatText(text.undoTitle, { date: showDate(open.change.validFrom) });
}

/** What is in force, with what each planned version makes of it. */
function TermRows({ content, planned }: { content: TermContent; planned: readonly TermChange[] }) {
  return linesOf(content).map(({ name, words }) => (
    <InForceRow
      key={name}
      name={name}
      value={words}
      next={planned.flatMap((change) => {
        const lineOf = (of: TermContent) => linesOf(of).find((line) => line.name === name)?.words ?? '';
        const value = lineOf(change.content);
        return value === lineOf(change.before)
          ? []
          : [{ changeId: change.changeId, value, date: showDate(change.validFrom) }];
      })}
    />
  ));
}
