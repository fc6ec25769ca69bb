import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type Content,
  type ContentDocument,
  type ContentKind,
  dropContent,
  getContent,
  publishContent,
  saveContent,
  withdrawContent,
} from '#contract/content.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { LegalKey } from '#contract/values/legal-keys.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { showDate, showMoment } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import styles from './content.module.css';
import { contentOf, emptyContent, fieldsOf, places, signOf, typedOf } from './content-fields.tsx';
import { Differences } from './differences.tsx';
import { text } from './text.ts';

/** The open text; without a key a new one. */
export interface OpenContent {
  readonly kind: ContentKind;
  readonly key: string | undefined;
}

/** Shows a text as customers see it; undefined: there is nothing to show yet. */
type ContentPreview = (content: Content) => ReactNode;

/** Every list and text of the editor. */
export const contentKey: readonly unknown[] = ['content'];

const documentQuery = (kind: ContentKind, key: string) =>
  queryOptions({
    queryKey: [...contentKey, kind, key],
    queryFn: ({ signal }) => queryApi(getContent, { kind, key }, { signal }),
  });

interface EditorProps {
  open: OpenContent;
  preview: ContentPreview;
  /** A new text has got its key. */
  onSaved: (key: string) => void;
  /** The text is gone: it was new, and its draft was dropped. */
  onGone: () => void;
}

/** One text: its draft with a preview, what is published, and its history. */
export function ContentEditor({ open: { kind, key }, preview, onSaved, onGone }: EditorProps) {
  const query = useQuery({ ...documentQuery(kind, key ?? ''), enabled: key !== undefined });
  if (key === undefined && kind !== 'landing' && kind !== 'legal') {
    const nothing = {
      published: null,
      publishedBy: null,
      draft: null,
      planned: [],
      history: [],
      revision: 0,
    };
    return (
      <Document
        document={{ kind, key: '', ...nothing }}
        first={emptyContent(kind)}
        preview={preview}
        onSaved={onSaved}
        onGone={onGone}
        isNew
      />
    );
  }
  return (
    <QueryPart
      query={query}
      failed={text.oneFailed}
      skeleton={<RowsSkeleton label={text.oneLoading} rows={6} />}
    >
      {({ document }) => {
        const first = document.draft?.content ?? document.published;
        return (
          first && (
            <Document document={document} first={first} preview={preview} onSaved={onSaved} onGone={onGone} />
          )
        );
      }}
    </QueryPart>
  );
}

interface DocumentProps extends Omit<EditorProps, 'open'> {
  document: ContentDocument;
  /** What is in the form at first. */
  first: Content;
  isNew?: boolean;
}

const writtenText = (words: string, { by, at }: { by: string; at: string }) =>
  formatText(words, { by, moment: showMoment(at) });

function Document({ document, first, preview, onSaved, onGone, isNew = false }: DocumentProps) {
  const client = useQueryClient();
  const { kind, key, published, publishedBy, draft, planned, history, revision } = document;
  // Another number makes the form anew, with these texts in it.
  const [form, setForm] = useState({ number: 0, content: first });
  const [typed, setTyped] = useState(first);
  // Of what stands in the form: another editor may have changed the text since.
  const [seen, setSeen] = useState(revision);
  const [busy, setBusy] = useState<'publish' | 'drop' | 'withdraw'>();
  const [problem, setProblem] = useState<string>();
  const kept = draft?.content ?? published;
  const written = draft ?? publishedBy;
  const isDirty = kept === null || signOf(typed) !== signOf(kept);
  const isConflict = revision !== seen && kept !== null;

  function fill(content: Content): void {
    setForm(({ number }) => ({ number: number + 1, content }));
    setTyped(content);
    setSeen(revision);
  }

  async function keep(result: ApiResult<{ document: ContentDocument | null }>) {
    if (!result.ok) {
      // Theirs is shown beside what was typed, which stays.
      if (result.failure.code === 'management.changedMeanwhile')
        await client.invalidateQueries({ queryKey: contentKey });
      return result.failure;
    }
    const made = result.data.document;
    if (made)
      client.setQueryData(documentQuery(made.kind, made.key).queryKey, { document: made, status: 'success' });
    await client.invalidateQueries({ queryKey: contentKey, exact: true });
    if (made) setSeen(made.revision);
    return undefined;
  }

  async function endDraft(act: 'publish' | 'drop') {
    setBusy(act);
    const asked = { kind, key, revision };
    const result = await (act === 'publish' ? callApi(publishContent, asked) : callApi(dropContent, asked));
    const failure = await keep(result).catch((error: unknown) => failureOf(error));
    setBusy(undefined);
    setProblem(failure?.message);
    if (failure || !result.ok) return;
    const done = kind === 'legal' ? text.planned : text.published;
    showTip('good', act === 'publish' ? done : text.dropped);
    const { document: present } = result.data;
    if (present === null) return onGone();
    if (act === 'drop' && present.published) {
      fill(present.published);
      setSeen(present.revision);
    }
  }

  async function withdraw(version: number) {
    setBusy('withdraw');
    const result = await callApi(withdrawContent, { key: key as LegalKey, version, revision });
    const failure = await keep(result).catch((error: unknown) => failureOf(error));
    setBusy(undefined);
    setProblem(failure?.message);
    if (!failure) showTip('good', text.withdrawn);
  }

  return (
    <Stack gap="3">
      {problem && (
        <Notice kind="bad" live="alert">
          {problem}
        </Notice>
      )}
      {isConflict && (
        <Notice
          kind="warn"
          live="alert"
          title={text.conflictTitle}
          actions={<Button onClick={() => fill(kept)}>{text.takeTheirs}</Button>}
        >
          {written && <p>{writtenText(text.draftBy, written)}</p>}
          <p>{text.conflict}</p>
          <Disclosure summary={text.conflictDifferences} open>
            <Differences before={kept} after={typed} />
          </Disclosure>
        </Notice>
      )}
      {planned.map((one) => {
        const date = one.content.kind === 'legal' ? showDate(one.content.effectiveFrom) : '';
        return (
          <Notice
            key={one.version}
            kind="info"
            title={formatText(text.plannedTitle, { date })}
            actions={
              <Button
                busy={busy === 'withdraw'}
                aria-label={formatText(text.withdrawOf, { date })}
                onClick={() => withdraw(one.version)}
              >
                {text.withdraw}
              </Button>
            }
          >
            <p>{writtenText(text.plannedBy, one)}</p>
            {published && (
              <Disclosure summary={text.plannedDifferences}>
                <Differences before={published} after={one.content} />
              </Disclosure>
            )}
          </Notice>
        );
      })}
      {draft ? (
        <Notice
          kind="info"
          title={text.draftTitle}
          actions={
            <>
              <Button
                kind="ink"
                busy={busy === 'publish'}
                disabled={isDirty || isConflict}
                onClick={() => endDraft('publish')}
              >
                {text.publish}
              </Button>
              <Button kind="plain" busy={busy === 'drop'} onClick={() => endDraft('drop')}>
                {text.drop}
              </Button>
            </>
          }
        >
          <p>{writtenText(text.draftBy, draft)}</p>
          {isDirty && <p>{text.saveFirst}</p>}
          {published && (
            <Disclosure summary={text.draftDifferences}>
              <Differences before={published} after={draft.content} />
            </Disclosure>
          )}
        </Notice>
      ) : (
        <Text tone="quiet">
          {publishedBy ? writtenText(text.publishedBy, publishedBy) : published ? text.builtIn : text.notYet}
        </Text>
      )}
      <div className={styles.editor}>
        <FormStep
          key={form.number}
          fields={fieldsOf(form.content, isNew)}
          problems={text.problems}
          submit={text.save}
          busy={text.saving}
          kind={draft && !isDirty ? 'plain' : 'ink'}
          places={places}
          typed={typedOf(form.content)}
          form={{
            className: styles.form,
            onChange: ({ currentTarget }) => {
              const data = new FormData(currentTarget);
              setTyped(contentOf(kind, (name) => String(data.get(name) ?? '')));
            },
          }}
          send={async (value) => {
            const content = contentOf(kind, value);
            const own = isNew ? value('key') : key;
            const failure = await keep(await callApi(saveContent, { key: own, content, revision }));
            if (failure) return failure;
            setForm(({ number }) => ({ number, content }));
            setTyped(content);
            showTip('good', text.saved);
            if (isNew) onSaved(own);
            return undefined;
          }}
        >
          {kind === 'landing' && <Text tone="quiet">{text.hints.landing}</Text>}
        </FormStep>
        <section className={styles.preview} aria-labelledby="content-preview">
          <h3 id="content-preview">{text.preview}</h3>
          <div className={styles.screen} data-kind={kind} inert>
            {preview(typed)}
          </div>
        </section>
      </div>
      {history.length > 0 && published && (
        <section className={styles.history} aria-labelledby="content-history">
          <h3 id="content-history">{text.history}</h3>
          {history.map(({ content, by, at }) => {
            const name = at === null ? text.historyBuiltIn : writtenText(text.historyEntry, { by, at });
            return (
              <Disclosure key={at ?? ''} summary={name}>
                <Stack gap="2">
                  <Text tone="quiet">{text.differences}</Text>
                  <Differences before={content} after={published} />
                  <Row gap="1">
                    <Button
                      aria-label={formatText(text.restoreOf, { name })}
                      onClick={() => {
                        fill(content);
                        showTip('info', text.restored);
                      }}
                    >
                      {text.restore}
                    </Button>
                  </Row>
                </Stack>
              </Disclosure>
            );
          })}
        </section>
      )}
    </Stack>
  );
}
