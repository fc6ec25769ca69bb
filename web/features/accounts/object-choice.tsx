import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { isSomeMoney, showSum } from '#web/lib/format.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { plus } from '#web/ui/cabinet-icons.ts';
import { classes } from '#web/ui/classes.ts';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight } from '#web/ui/icons.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import tilesStyles from '#web/ui/layout/tiles.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { objectStatesQuery } from './api.ts';
import { filterObjects, isOwing, minSearched, type ObjectFilter, type ObjectState } from './object-filter.ts';
import objectFinderStyles from './object-finder.module.css';
import styles from './object-state.module.css';
import { text } from './text.ts';

const noStates: ReadonlyMap<string, ObjectState> = new Map();

/** The states of all objects by account, in one request; empty while unknown. */
export function useObjectStates(isEnabled: boolean): {
  states: ReadonlyMap<string, ObjectState>;
  isAwaited: boolean;
} {
  const { data, error } = useQuery({ ...objectStatesQuery, enabled: isEnabled });
  const states = useMemo(
    () => (data ? new Map(data.states.map((state) => [state.account, state])) : noStates),
    [data],
  );
  return { states, isAwaited: !data && !error };
}

interface ObjectStateLineProps {
  /** undefined: unknown. */
  state: ObjectState | undefined;
  isAwaited: boolean;
}

/** The amount due of an object, and whether a reading is needed. Unknown values are left out. */
export function ObjectStateLine({ state, isAwaited }: ObjectStateLineProps) {
  if (isAwaited) return <Skeleton shape="short" />;
  if (!state) return null;
  const { debet, credit, acts, asksReading } = state;
  return (
    <span className={styles.state}>
      {isSomeMoney(debet) && (
        <span>
          {text.toPay} <b>{showSum(debet)}</b>
        </span>
      )}
      {isSomeMoney(credit) && (
        <span>
          {text.overpaid} <b>{showSum(credit)}</b>
        </span>
      )}
      {!isSomeMoney(debet) && !isSomeMoney(credit) && <span>{text.noDebt}</span>}
      {isSomeMoney(acts) && <span>{formatText(text.acts, { sum: showSum(acts) })}</span>}
      {asksReading && <span className={styles.asks}>{text.asksReading}</span>}
    </span>
  );
}

interface ObjectFinderProps {
  accounts: readonly PersonAccount[];
  states: ReadonlyMap<string, ObjectState>;
  /** Renders the objects found. */
  children: (found: readonly PersonAccount[]) => ReactNode;
}

/** A search field over many objects, with filters by pending action. */
export function ObjectFinder({ accounts, states, children }: ObjectFinderProps) {
  const [term, setTerm] = useState('');
  const [filter, setFilter] = useState<ObjectFilter>('all');
  const found = useMemo(
    () => filterObjects(accounts, states, { term, filter }),
    [accounts, states, term, filter],
  );
  const all = [...states.values()];
  const owing = all.filter(isOwing).length;
  const asking = all.filter(({ asksReading }) => asksReading).length;
  return (
    <>
      <div className={objectFinderStyles.finder}>
        <SearchBox
          label={text.search}
          hint={text.searchHint}
          clearLabel={text.clear}
          term={term}
          onTerm={setTerm}
          outcome={
            term === '' && filter === 'all'
              ? ''
              : formatText(text.found, { count: found.length, all: accounts.length })
          }
        />
        <ChoiceButtons
          label={text.which}
          choices={[
            { value: 'all', label: formatText(text.all, { count: accounts.length }) },
            { value: 'owing', label: formatText(text.owing, { count: owing }) },
            { value: 'asking', label: formatText(text.asking, { count: asking }) },
          ]}
          chosen={filter}
          onChoose={setFilter}
        />
      </div>
      {children(found)}
    </>
  );
}

/**
 * The objects of a person who has not chosen one: large tiles with the amount due and pending actions; the last tile
 * adds an object.
 */
export function ObjectChoice({ accounts }: { accounts: readonly PersonAccount[] }) {
  const { states, isAwaited } = useObjectStates(accounts.length > 0);
  const panes = (found: readonly PersonAccount[]) => (
    <ul className={tilesStyles.panes}>
      {found.map((item) => (
        <li key={item.account}>
          <Link to="/cabinet/person" search={{ account: item.account }} className={tilesStyles.pane}>
            <span className={tilesStyles.name}>
              {item.objectName}
              <Icon drawing={arrowRight} size={24} />
            </span>
            <Text as="span" size="s" tone="quiet" isNumeric>
              {text.account} {item.account}
            </Text>
            <ObjectStateLine state={states.get(item.account)} isAwaited={isAwaited} />
          </Link>
        </li>
      ))}
      <li>
        <Link to="/cabinet/person/add-apart" className={classes(tilesStyles.pane, tilesStyles.addPane)}>
          <Icon drawing={plus} size={24} />
          {text.add}
        </Link>
      </li>
    </ul>
  );
  if (accounts.length < minSearched) return panes(accounts);
  return (
    <ObjectFinder accounts={accounts} states={states}>
      {panes}
    </ObjectFinder>
  );
}
