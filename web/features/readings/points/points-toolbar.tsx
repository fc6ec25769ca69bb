import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { formatText } from '#contract/messages/format-text.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import {
  type Arrangement,
  groupings,
  type LineState,
  lineStateOf,
  lineStates,
  sortKeys,
} from './lines/arrange-lines.ts';
import { assessMeter, emptyEntry } from './lines/assess-meter.ts';
import type { Line } from './lines/points-data.ts';
import { moveInHistory } from './lines/points-store.ts';
import type { TableFacts } from './point-line.tsx';
import styles from './points.module.css';
import { text } from './text.ts';

interface PointsToolbarProps {
  lines: readonly Line[];
  facts: TableFacts;
  arrangement: Arrangement;
  onArrange: (change: Partial<Arrangement>) => void;
  onCell: (id: string) => void;
}

/** Search, filter by state, groups, order (for a phone, whose table has no head), undo and redo. */
export function PointsToolbar({ lines, facts, arrangement, onArrange, onCell }: PointsToolbarProps) {
  const { store, context } = facts;
  const { entries, past, future } = useDeferredValue(useStore(store));
  const counts = new Map<LineState, number>();
  for (const line of lines) {
    const entry = entries[line.meter.meterId] ?? emptyEntry;
    const state = lineStateOf(line, entry, assessMeter(line.meter, entry, context), context);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const turn = (way: 'undo' | 'redo') => {
    const cell = moveInHistory(store, way);
    if (cell) onCell(cell);
  };
  const choose =
    <Name extends 'state' | 'group' | 'sort'>(name: Name) =>
    (event: { currentTarget: HTMLSelectElement }) =>
      onArrange({ [name]: event.currentTarget.value || undefined });
  return (
    <div className={styles.toolbar}>
      <TextField
        type="search"
        label={text.find}
        placeholder={text.findHint}
        value={arrangement.term}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onArrange({ term: event.currentTarget.value })}
      />
      <SelectField label={text.filter} value={arrangement.state ?? ''} onChange={choose('state')}>
        <option value="">{formatText(text.filters.all, { n: lines.length })}</option>
        {lineStates.map((state) => (
          <option key={state} value={state}>
            {formatText(text.filters[state], { n: counts.get(state) ?? 0 })}
          </option>
        ))}
      </SelectField>
      <SelectField label={text.group} value={arrangement.group ?? ''} onChange={choose('group')}>
        <option value="">{text.groups.none}</option>
        {groupings.map((group) => (
          <option key={group} value={group}>
            {text.groups[group]}
          </option>
        ))}
      </SelectField>
      <div className={styles.onPhone}>
        <SelectField label={text.sort} value={arrangement.sort ?? ''} onChange={choose('sort')}>
          <option value="">{text.sorts.none}</option>
          {sortKeys.map((key) => (
            <option key={key} value={key}>
              {text.sorts[key]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles.history}>
        <Button kind="plain" disabled={past.length === 0} onClick={() => turn('undo')}>
          {text.undo}
        </Button>
        {future.length > 0 && (
          <Button kind="plain" onClick={() => turn('redo')}>
            {text.redo}
          </Button>
        )}
      </div>
    </div>
  );
}
