import { useMemo, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { isSomeMoney, showSum } from '#web/lib/format.ts';
import { hasWords, splitWords } from '#web/lib/list/find-words.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight, check } from '#web/ui/icons.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import styles from '#web/ui/layout/tiles.module.css';
import type { AccountFigures } from './entity-now.ts';
import { text } from './text.ts';

/** More accounts than this have a search field. */
const maxUnsearched = 8;

interface AccountTilesProps {
  /** Sorted by account number. */
  accounts: readonly PersonAccount[];
  /** By account; empty while unknown. */
  figures: ReadonlyMap<string, AccountFigures>;
  /** '' when none is chosen. */
  chosen: string;
  onChoose: (account: string) => void;
}

/** The accounts whose name, address or number has every word. */
export function findAccounts(accounts: readonly PersonAccount[], term: string): readonly PersonAccount[] {
  const words = splitWords(term);
  return accounts.filter((one) => hasWords(`${one.objectName}\n${one.address}\n${one.account}`, words));
}

/** "борг 1 234,50 грн", "боргу немає". */
export function debtText(debt: string): string {
  return isSomeMoney(debt) ? formatText(text.debt, { sum: showSum(debt) }) : text.noDebt;
}

/** The accounts of an entity as large tiles with address, number, points and debt; the chosen one is marked. */
export function AccountTiles({ accounts, figures, chosen, onChoose }: AccountTilesProps) {
  const [term, setTerm] = useState('');
  const found = useMemo(() => findAccounts(accounts, term), [accounts, term]);
  return (
    <>
      {accounts.length > maxUnsearched && (
        <SearchBox
          label={text.search}
          hint={text.searchHint}
          clearLabel={text.clearSearch}
          term={term}
          onTerm={setTerm}
          outcome={
            term === ''
              ? ''
              : found.length === 0
                ? text.nothingFound
                : formatText(text.found, { count: found.length, all: accounts.length })
          }
        />
      )}
      <ul className={styles.panes} aria-label={text.accountsList}>
        {found.map((item) => (
          <li key={item.account}>
            <Tile
              item={item}
              figures={figures.get(item.account)}
              isChosen={item.account === chosen}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface TileProps {
  item: PersonAccount;
  figures: AccountFigures | undefined;
  isChosen: boolean;
  onChoose: (account: string) => void;
}

function Tile({ item: { account, address, objectName }, figures, isChosen, onChoose }: TileProps) {
  return (
    <button
      type="button"
      className={styles.pane}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onChoose(account)}
    >
      <span className={styles.name}>
        {objectName || address}
        <Icon drawing={isChosen ? check : arrowRight} size={24} />
      </span>
      {objectName !== '' && objectName !== address && (
        <Text as="span" size="s" tone="quiet" isNumeric>
          {address}
        </Text>
      )}
      <Text as="span" size="s" tone="quiet" isNumeric>
        {text.account} {account}
        {isChosen && ` · ${text.chosen}`}
      </Text>
      {figures && (
        <Text as="span" size="s" isNumeric>
          {formatText(text.points, { points: figures.points })}
          {figures.debt !== null && ` · ${debtText(figures.debt)}`}
        </Text>
      )}
    </button>
  );
}
