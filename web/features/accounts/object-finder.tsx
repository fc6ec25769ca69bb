import { type ReactNode, useMemo, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { filterObjects, isOwing, type ObjectFilter, type ObjectState } from './object-filter.ts';
import styles from './object-finder.module.css';
import { text } from './text.ts';

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
      <div className={styles.finder}>
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
