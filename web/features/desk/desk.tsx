import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showMoment } from '#web/lib/format.ts';
import { useLiveTopic } from '#web/lib/query/live.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ActDialog, type DeskAct } from './act-dialogs.tsx';
import type { ComposerMode } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { type CustomerActions, CustomerCard } from './customer-card.tsx';
import styles from './desk.module.css';
import { type DeskKey, type DeskSearch, deskKey, openedQuery } from './desk-queries.ts';
import { Filters } from './filters.tsx';
import { Queue } from './queue.tsx';
import { text } from './text.ts';

interface DeskProps {
  search: DeskSearch;
  /** Puts these parameters into the address. */
  onSearch: (search: DeskSearch) => void;
  customerActions?: CustomerActions;
}

/** Where the staff answers: the queue at the left, the open conversation, its customer at the right. All of it by keyboard. */
export function Desk({ search, onSearch, customerActions }: DeskProps) {
  const { account, id } = search;
  const open = account !== undefined && id !== undefined ? { account, id } : undefined;
  const [selected, setSelected] = useState<ReadonlyMap<string, DeskKey>>(new Map());
  const [mode, setMode] = useState<ComposerMode>('reply');
  const [act, setAct] = useState<DeskAct>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [said, setSaid] = useState('');
  const queue = useRef<HTMLElement>(null);
  const opened = useQuery({ ...openedQuery(open ?? noKey), enabled: open !== undefined });
  const conversation = opened.data?.conversation;
  const live = useQueueState();

  const onOpen = ({ account: of, id: which }: DeskKey) => onSearch({ ...search, account: of, id: which });
  const onSelect = (row: DeskKey) =>
    setSelected((before) => {
      const next = new Map(before);
      if (!next.delete(row.id)) next.set(row.id, { account: row.account, id: row.id });
      return next;
    });
  const keys = selected.size > 0 ? [...selected.values()] : open === undefined ? [] : [open];
  // Another topic, and joining, are of the open one, whatever is selected.
  const isOfOpen = open !== undefined && (act === 'topic' || act === 'join');
  const ask = (wanted: DeskAct) => {
    if (keys.length > 0) setAct(wanted);
  };
  const write = (to: ComposerMode) => {
    if (open === undefined) return;
    setMode(to);
    requestAnimationFrame(() => document.getElementById('desk-composer')?.focus());
  };
  const stepBack = () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && isField(activeElement)) {
      activeElement.blur();
      if (activeElement.closest('form')) document.getElementById('desk-title')?.focus();
      return;
    }
    if (selected.size > 0) setSelected(new Map());
    else if (open !== undefined) {
      onSearch({ ...search, account: undefined, id: undefined });
      rowsOf(queue.current)
        .find(({ dataset }) => dataset.row === id)
        ?.focus();
    }
  };
  useDeskKeys(
    {
      KeyJ: () => moveFocus(queue.current, 1, id),
      KeyK: () => moveFocus(queue.current, -1, id),
      KeyX: () => {
        const row = rowsOf(queue.current).find((one) => one === document.activeElement);
        if (row?.dataset.row && row.dataset.account)
          onSelect({ account: row.dataset.account, id: row.dataset.row });
        else if (open !== undefined) onSelect(open);
      },
      KeyA: () => ask('assign'),
      KeyS: () => ask('state'),
      KeyR: () => write('reply'),
      KeyN: () => write('note'),
      Slash: () => queue.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
      Help: () => setHelpOpen(true),
      Escape: stepBack,
    },
    act === undefined && !isHelpOpen,
  );

  return (
    <div className={styles.desk} data-open={open !== undefined || undefined}>
      <section ref={queue} className={styles.queue} aria-label={text.queue}>
        <SearchBox
          label={text.search}
          hint={text.searchHint}
          clearLabel={text.clearSearch}
          term={search.q ?? ''}
          onTerm={(q) => onSearch({ ...search, q: q || undefined })}
          outcome={live}
        />
        <Filters search={search} onSearch={onSearch} />
        {selected.size > 0 && (
          <section className={styles.bulk} aria-label={formatText(text.selected, { n: selected.size })}>
            <b>{formatText(text.selected, { n: selected.size })}</b>
            <Button onClick={() => setAct('assign')}>{text.bulkAssign}</Button>
            <Button onClick={() => setAct('state')}>{text.bulkState}</Button>
            <Button kind="plain" onClick={() => setSelected(new Map())}>
              {text.unselect}
            </Button>
          </section>
        )}
        <p className={styles.said} role="status">
          {said}
        </p>
        <Queue
          search={search}
          selected={new Set(selected.keys())}
          onOpen={onOpen}
          onSelect={onSelect}
          onClear={() => onSearch({ account, id })}
        />
      </section>
      {open === undefined ? (
        <div className={styles.nothingOpen}>
          <Notice
            kind="info"
            title={text.choose}
            actions={
              <Button kind="plain" onClick={() => setHelpOpen(true)}>
                {text.keys}
              </Button>
            }
          >
            {text.chooseMore}
          </Notice>
        </div>
      ) : (
        <>
          <div className={styles.opened}>
            <p className={styles.back}>
              <Button kind="plain" onClick={() => onSearch({ ...search, account: undefined, id: undefined })}>
                {text.back}
              </Button>
            </p>
            <Conversation
              key={open.id}
              of={open}
              mode={mode}
              onMode={setMode}
              onAct={setAct}
              onOpen={onOpen}
            />
          </div>
          <CustomerCard key={`card ${open.id}`} of={open} onOpen={onOpen} actions={customerActions} />
        </>
      )}
      {act !== undefined && (
        <ActDialog
          key={act}
          act={act}
          keys={isOfOpen ? [open] : keys}
          conversation={isOfOpen || (keys.length === 1 && keys[0]?.id === id) ? conversation : undefined}
          onClose={() => setAct(undefined)}
          onDone={(words) => {
            setAct(undefined);
            setSelected(new Map());
            setSaid(words);
          }}
        />
      )}
      <Dialog open={isHelpOpen} title={text.keys} closeLabel={text.close} onClose={() => setHelpOpen(false)}>
        <dl className={styles.keys}>
          {text.keyRows.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </div>
  );
}

const noKey: DeskKey = { account: '', id: '' };

/** How many are open and when that was, in words. What the live channel tells brings the queue up to date. */
function useQueueState(): string {
  const client = useQueryClient();
  const state = useLiveTopic('desk');
  const [at, setAt] = useState<string>();
  const isFirst = useRef(true);
  useEffect(() => {
    if (state === undefined) return;
    setAt(showMoment(instantToIso(deviceNow())).slice(-5));
    if (isFirst.current) isFirst.current = false;
    else void client.invalidateQueries({ queryKey: deskKey });
  }, [client, state]);
  if (state === undefined || at === undefined) return '';
  const countOf = (wanted: readonly string[]) =>
    state.counts.reduce((sum, { state: of, count }) => (wanted.includes(of) ? sum + count : sum), 0);
  const n = countOf(state.counts.map((one) => one.state));
  const counts = formatText(text.counts, { n, news: countOf(['new']) });
  return `${counts}. ${formatText(text.updated, { time: at })}`;
}

const isField = (element: EventTarget | null) =>
  element instanceof HTMLElement &&
  element.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]');

/**
 * Does what a key stands for. Letters go by their place on the keyboard, so that they work in the Ukrainian layout too; nothing is
 * done while somebody types, but for Escape.
 */
function useDeskKeys(acts: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key !== 'Escape' && isField(event.target)) return;
      const isHelp = event.key === '?' || (event.code === 'Slash' && event.shiftKey);
      const act = current.current[isHelp ? 'Help' : event.key === 'Escape' ? 'Escape' : event.code];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}

function rowsOf(queue: HTMLElement | null): readonly HTMLElement[] {
  return [...(queue?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
}

/** Moves the focus to the row below or above; at first to the open one, or the first. */
function moveFocus(queue: HTMLElement | null, step: 1 | -1, openId: string | undefined): void {
  const rows = rowsOf(queue);
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const from = at >= 0 ? at : rows.findIndex(({ dataset }) => dataset.row === openId);
  rows[from < 0 ? 0 : Math.min(Math.max(from + step, 0), rows.length - 1)]?.focus();
}
