import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonObjects } from '#contract/identity/company-people.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert } from '#web/ui/icons.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { pointChoiceQuery } from './api.ts';
import styles from './people.module.css';
import { text } from './text.ts';

type Kind = PersonObjects['kind'];
const kinds: readonly Kind[] = ['all', 'accounts', 'points'];

/** The objects that were chosen; undefined: none, so nothing is chosen yet. */
export function objectsOf(value: string): PersonObjects | undefined {
  const objects = JSON.parse(value) as PersonObjects;
  if (objects.kind === 'accounts' && objects.accounts.length === 0) return undefined;
  if (objects.kind === 'points' && objects.points.length === 0) return undefined;
  return objects;
}

/** The field of the objects of a person: all, some accounts, or some points. What is chosen travels as JSON. */
export function objectsField(name: string, initial: PersonObjects): FormField {
  return {
    name,
    wanted: text.wanted.objects,
    check: (value) => (objectsOf(value) === undefined ? { code: 'field.required' } : undefined),
    show: ({ id, error }) => <ObjectsChoice id={id} name={name} error={error} initial={initial} />,
  };
}

interface ObjectsChoiceProps {
  id: string;
  name: string;
  error: string | undefined;
  initial: PersonObjects;
}

function ObjectsChoice({ id, name, error, initial }: ObjectsChoiceProps) {
  const accounts = useSessionStore((state) => state.entity.accounts);
  const [kind, setKind] = useState<Kind>(initial.kind);
  const [chosenAccounts, setAccounts] = useState(initial.kind === 'accounts' ? initial.accounts : []);
  const [points, setPoints] = useState(initial.kind === 'points' ? initial.points : []);
  const objects: PersonObjects =
    kind === 'all' ? { kind } : kind === 'accounts' ? { kind, accounts: chosenAccounts } : { kind, points };
  return (
    <fieldset className={styles.objects} id={id} tabIndex={-1} aria-describedby={error && `${id}-error`}>
      <legend>{text.objects}</legend>
      <input type="hidden" name={name} value={JSON.stringify(objects)} />
      <div className={styles.kinds}>
        {kinds.map((one) => (
          <label key={one} className={styles.kind}>
            <input type="radio" name={`${name}-kind`} checked={one === kind} onChange={() => setKind(one)} />
            {text.kinds[one]}
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon drawing={alert} size={16} />
          {error}
        </p>
      )}
      {kind === 'accounts' && (
        <ul className={styles.choices}>
          {accounts.map(({ account, objectName, address }) => (
            <li key={account}>
              <CheckField
                label={`${account} · ${objectName || address}`}
                checked={chosenAccounts.includes(account)}
                onChange={() => setAccounts(toggled(chosenAccounts, account))}
              />
            </li>
          ))}
        </ul>
      )}
      {kind === 'points' && <PointChoice chosen={points} onChoose={setPoints} />}
    </fieldset>
  );
}

const toggled = (chosen: readonly string[], one: string): string[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];

/** How many found points are shown at once. */
const maxShown = 60;

function PointChoice({
  chosen,
  onChoose,
}: {
  chosen: readonly string[];
  onChoose: (points: string[]) => void;
}) {
  const accounts = useSessionStore((state) => state.entity.accounts);
  const current = useSessionStore((state) => state.entity.user.account);
  const [account, setAccount] = useState(current || (accounts[0]?.account ?? ''));
  const [term, setTerm] = useState('');
  const query = useQuery({ ...pointChoiceQuery(account), enabled: account !== '' });
  const words = tidyText(term).toLowerCase().split(' ').filter(Boolean);
  return (
    <Stack gap="2">
      <Text size="s" tone="quiet">
        {text.pointsHint}
      </Text>
      {accounts.length > 1 && (
        <SelectField
          label={text.pointsOf}
          value={account}
          onChange={({ target }) => setAccount(target.value)}
        >
          {accounts.map((one) => (
            <option key={one.account} value={one.account}>
              {one.account} · {one.objectName || one.address}
            </option>
          ))}
        </SelectField>
      )}
      <QueryPart
        query={query}
        failed={text.pointsFailed}
        skeleton={<RowsSkeleton label={text.loading} rows={3} />}
      >
        {(data) => {
          const found = data.points.filter(({ eic, object, address }) => {
            const named = `${eic} ${object} ${address}`.toLowerCase();
            return words.every((word) => named.includes(word));
          });
          return (
            <>
              <SearchBox
                label={text.pointSearch}
                hint=""
                clearLabel={text.clear}
                term={term}
                onTerm={setTerm}
                outcome={
                  found.length === 0
                    ? text.nothingFound
                    : formatText(found.length > maxShown ? text.pointsShown : text.pointsFound, {
                        n: found.length,
                        shown: maxShown,
                      })
                }
              />
              <ul className={styles.choices}>
                {found.slice(0, maxShown).map(({ eic, object, address }) => (
                  <li key={eic}>
                    <CheckField
                      label={
                        <span className={styles.point}>
                          <span>{object || address}</span>
                          <Text as="span" size="s" tone="quiet" isNumeric>
                            {eic}
                          </Text>
                        </span>
                      }
                      checked={chosen.includes(eic)}
                      onChange={() => onChoose(toggled(chosen, eic))}
                    />
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </QueryPart>
      <Text isStrong isNumeric role="status">
        {formatText(text.pointsChosen, { n: chosen.length })}
      </Text>
    </Stack>
  );
}
