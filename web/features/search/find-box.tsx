import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { findSubjects } from '#contract/search.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { QueryFailure } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Icon } from '#web/ui/icon.tsx';
import { search } from '#web/ui/icons.ts';
import styles from './find-box.module.css';
import {
  type FindGroup,
  type FindOption,
  findPlaces,
  groupsOf,
  noteRecent,
  type Place,
  recentOf,
} from './find-options.ts';
import { text } from './text.ts';

/** From the last key to the question. */
const pauseMs = 150;
const maxLength = 100;
const minLength = 2;

/** What is asked of the server: what was typed, once the keys have rested. */
function useRested(typed: string): readonly [string, (now: string) => void] {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [rested, setRested];
}

/** The roles that customers, accounts and payments are found for. */
function useMayFind(): boolean {
  return useSessionStore(({ admin }) => hasRole(admin.roles, findSubjects.roles ?? []));
}

interface FindBoxProps {
  places: readonly Place[];
  input?: RefObject<HTMLInputElement | null>;
  /** Something was opened. */
  onOpened?: () => void;
}

/**
 * The box that finds anything: a combobox whose list has links to what was found, by kind. Arrows choose, Enter opens. Only the
 * answer to what stands in the box is shown; Enter before it comes opens its first line.
 */
export function FindBox({ places, input, onOpened }: FindBoxProps) {
  const id = useId();
  const session = useSessionStore((state) => state.session?.id ?? '');
  const mayFind = useMayFind();
  const online = useOnline();
  const [value, setValue] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const opensFirst = useRef(false);
  const typed = tidyText(value);
  const [rested, setRested] = useRested(typed);
  const isAsking = mayFind && online && typed.length >= minLength;
  const asked = useQuery({
    queryKey: ['findSubjects', rested],
    queryFn: ({ signal }) => queryApi(findSubjects, { query: rested }, { signal }),
    enabled: isAsking && rested === typed,
    retry: false,
    // Whatever is found may be another one a moment later.
    staleTime: 0,
    gcTime: 60_000,
  });
  const answer = rested === typed && isAsking ? asked.data : undefined;
  const hasFailed = rested === typed && isAsking && asked.error !== null;
  const isWaiting = isAsking && !answer && !hasFailed;
  const groups: readonly FindGroup[] =
    typed === '' ? [] : [...findPlaces(places, typed), ...(answer ? groupsOf(answer) : [])];
  const recent = typed === '' ? recentOf(session) : [];
  const options = typed === '' ? recent : groups.flatMap((group) => group.options);
  const chosen = Math.min(active, options.length - 1);
  const optionId = (place: number) => `${id}-${place}`;
  const link = (place: number) => document.getElementById(optionId(place));

  useEffect(() => {
    if (isWaiting || !opensFirst.current) return;
    opensFirst.current = false;
    list.current?.querySelector<HTMLElement>('[role="option"]')?.click();
  }, [isWaiting]);

  const choose = (place: number) => {
    setActive(place);
    link(place)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = options.length - 1;
    if (event.key === 'ArrowDown' && last >= 0) choose(chosen === last ? 0 : chosen + 1);
    else if (event.key === 'ArrowUp' && last >= 0) choose(chosen <= 0 ? last : chosen - 1);
    else if (event.key === 'Enter' && isWaiting && chosen <= 0) {
      opensFirst.current = true;
      setRested(typed);
    } else if (event.key === 'Enter') link(chosen)?.click();
    else if (event.key === 'Escape' && value !== '') setValue('');
    else return;
    event.preventDefault();
    // Escape of a dialog that the box stands in is for an empty box.
    event.stopPropagation();
  };
  const onOpen = (option: FindOption) => {
    noteRecent(session, option);
    onOpened?.();
  };
  const row = (option: FindOption, place: number) => (
    <Link
      key={option.key}
      {...option.link}
      id={optionId(place)}
      role="option"
      aria-selected={place === chosen}
      tabIndex={-1}
      className={styles.option}
      onMouseMove={() => setActive(place)}
      onClick={() => onOpen(option)}
    >
      <span className={styles.title}>{option.title}</span>
      {option.state !== '' && <span className={styles.state}>{option.state}</span>}
      <span className={styles.about}>{option.about}</span>
    </Link>
  );
  let place = 0;
  return (
    <search className={styles.box}>
      <label htmlFor={`${id}-input`}>{text.label}</label>
      <div className={styles.field}>
        <Icon drawing={search} />
        <input
          ref={input}
          id={`${id}-input`}
          type="text"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? optionId(chosen) : undefined}
          aria-describedby={`${id}-hint`}
          value={value}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setActive(0);
            opensFirst.current = false;
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {mayFind ? text.hint : text.hintOfPages}
      </p>
      <Outcome
        count={options.length}
        isEmptyBox={typed.length < minLength}
        isWaiting={isWaiting}
        hasFailed={hasFailed}
        isOffline={mayFind && !online}
        mayFind={mayFind}
      />
      {hasFailed && <QueryFailure query={asked} title={text.failed} />}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={text.results}
        className={styles.list}
        aria-busy={isWaiting}
      >
        {typed === ''
          ? recent.length > 0 && (
              <Group id={`${id}-recent`} title={text.recent}>
                {recent.map(row)}
              </Group>
            )
          : groups.map(({ kind, options: ofKind, hasMore }) => (
              <Group
                key={kind}
                id={`${id}-${kind}`}
                title={text.groups[kind]}
                note={hasMore ? text.more : ''}
              >
                {ofKind.map((option) => row(option, place++))}
              </Group>
            ))}
      </div>
    </search>
  );
}

function Group(props: { id: string; title: string; note?: string; children: ReactNode }) {
  const { id, title, note = '', children } = props;
  return (
    <fieldset aria-labelledby={id} className={styles.group}>
      <div id={id} className={styles.kind}>
        {title}
        {note !== '' && <span> {note}</span>}
      </div>
      {children}
    </fieldset>
  );
}

interface OutcomeProps {
  count: number;
  isEmptyBox: boolean;
  isWaiting: boolean;
  hasFailed: boolean;
  isOffline: boolean;
  mayFind: boolean;
}

/** What came of it, in words, for screen readers too. */
function Outcome({ count, isEmptyBox, isWaiting, hasFailed, isOffline, mayFind }: OutcomeProps) {
  const outcome = () => {
    if (isOffline) return text.offline;
    if (isEmptyBox) return text.keysHint;
    if (isWaiting) return text.searching;
    if (count > 0) return formatText(text.found, { n: count });
    // The failure speaks for itself: nobody knows whether there is nothing.
    if (hasFailed) return '';
    return `${text.nothing} ${mayFind ? text.nothingNext : text.nothingOfPages}`;
  };
  return (
    <p role="status" className={styles.outcome}>
      {outcome()}
    </p>
  );
}
