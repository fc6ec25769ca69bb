import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dropDeskView, queueStates, saveDeskView } from '#contract/desk.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import styles from './desk.module.css';
import { type DeskSearch, filterNames, optionsQuery } from './desk-queries.ts';
import { text } from './text.ts';

interface FiltersProps {
  search: DeskSearch;
  onSearch: (search: DeskSearch) => void;
}

type Choice = readonly [value: string, label: string];

/** What the queue is narrowed to: it stands in the address, counts at once, and may be kept under a name. */
export function Filters({ search, onSearch }: FiltersProps) {
  const options = useQuery(optionsQuery());
  const topics = options.data?.topics.map(({ topicId, title }): Choice => [topicId, title]) ?? [];
  const colleagues = options.data?.colleagues.map(({ id, name }): Choice => [id, name]) ?? [];
  const fields: readonly { name: (typeof filterNames)[number]; label: string; choices: readonly Choice[] }[] =
    [
      {
        name: 'state',
        label: text.state,
        choices: queueStates.map(
          (state): Choice => [
            state === 'open' ? '' : state,
            state === 'open' ? text.open : text.states[state],
          ],
        ),
      },
      { name: 'topic', label: text.topic, choices: [['', text.any], ...topics] },
      {
        name: 'who',
        label: text.assignee,
        choices: [['', text.any], ['mine', text.mine], ['nobody', text.nobodys], ...colleagues],
      },
      {
        name: 'customer',
        label: text.customerType,
        choices: [
          ['', text.any],
          ['person', text.person],
          ['entity', text.entity],
        ],
      },
      {
        name: 'by',
        label: text.responsible,
        choices: [
          ['', text.any],
          ['supplier', text.supplier],
          ['operator', text.operator],
        ],
      },
      {
        name: 'overdue',
        label: text.overdue,
        choices: [
          ['', text.any],
          ['yes', text.onlyOverdue],
        ],
      },
    ];
  const count = filterNames.filter((name) => search[name] !== undefined).length;
  return (
    <details className={styles.filters}>
      <summary>{count === 0 ? text.filters : `${text.filters}: ${count}`}</summary>
      <div className={styles.filterFields}>
        {fields.map(({ name, label, choices }) => (
          <SelectField
            key={name}
            label={label}
            value={search[name] ?? ''}
            onChange={({ currentTarget }) =>
              onSearch({ ...search, [name]: currentTarget.value || undefined })
            }
          >
            {choices.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Views search={search} onSearch={onSearch} views={options.data?.views ?? []} />
    </details>
  );
}

interface ViewsProps extends FiltersProps {
  views: readonly {
    readonly id: string;
    readonly name: string;
    readonly search: Readonly<Record<string, string>>;
  }[];
}

/** Filters that were kept under a name: a press applies one. */
function Views({ search, onSearch, views }: ViewsProps) {
  const client = useQueryClient();
  const [error, setError] = useState<string>();
  const { account, id, q } = search;
  const kept = Object.fromEntries(
    filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  );
  const after = async (result: ApiResult<unknown>) => {
    setError(result.ok ? undefined : result.failure.message);
    await client.invalidateQueries(optionsQuery());
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name') ?? '').trim();
    if (name === '') return;
    await after(await callApi(saveDeskView, { name, search: kept, viewId: newRequestId() }));
    form.reset();
  };
  return (
    <div className={styles.views}>
      {views.length > 0 && (
        <ul aria-label={text.views}>
          {views.map((view) => (
            <li key={view.id}>
              <Button onClick={() => onSearch({ account, id, q, ...view.search })}>{view.name}</Button>
              <Button
                kind="plain"
                aria-label={formatText(text.dropView, { name: view.name })}
                onClick={async () => after(await callApi(dropDeskView, { viewId: view.id }))}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      {Object.keys(kept).length > 0 && (
        <form onSubmit={(event) => void save(event)}>
          <TextField name="name" label={text.viewName} maxLength={60} error={error} />
          <Button type="submit">{text.saveView}</Button>
        </form>
      )}
    </div>
  );
}
