import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personBalance } from '#contract/balance.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { Instant } from '#domain/time/instant.ts';
import { isSomeMoney, showDate, showSum } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { bill, card, folder, meter } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './chat-window.module.css';
import { text } from './text.ts';

const kinds = ['balance', 'pay', 'reading', 'document'] as const;
type QuickKind = (typeof kinds)[number];

const drawings: Readonly<Record<QuickKind, string>> = {
  balance: card,
  pay: bill,
  reading: meter,
  document: folder,
};

/** What the cabinet has answered by itself, in this window. */
export interface QuickAnswer {
  readonly id: number;
  readonly kind: QuickKind;
  readonly at: Instant;
  /** The message under which it stands. */
  readonly afterSeq: number;
}

/** Links of the chat into the cabinet. */
export interface ChatLinks {
  readonly bills: (words: string) => ReactNode;
  readonly reading: (words: string) => ReactNode;
  readonly documents: (words: string) => ReactNode;
  readonly ticket: (id: string, words: string) => ReactNode;
}

/** What is most often asked, answered at once. */
export function QuickButtons({ onAsk }: { onAsk: (kind: QuickKind) => void }) {
  return (
    <fieldset className={styles.quick}>
      <legend>{text.quick}</legend>
      {kinds.map((kind) => (
        <button key={kind} type="button" onClick={() => onAsk(kind)}>
          <Icon drawing={drawings[kind]} size={16} />
          {text.quickNames[kind]}
        </button>
      ))}
    </fieldset>
  );
}

interface QuickWordsProps {
  account: string;
  kind: QuickKind;
  links: ChatLinks;
}

/** The answer of the cabinet to a button. */
export function QuickWords({ account, kind, links }: QuickWordsProps) {
  if (kind === 'balance') return <BalanceWords account={account} links={links} />;
  return (
    <>
      <p>{text.quickWords[kind]}</p>
      <p>
        {kind === 'pay'
          ? links.bills(text.toBills)
          : kind === 'reading'
            ? links.reading(text.giveReading)
            : links.documents(text.toDocuments)}
      </p>
    </>
  );
}

function BalanceWords({ account, links }: Omit<QuickWordsProps, 'kind'>) {
  const query = useQuery(accountQuery(personBalance, account));
  return (
    <QueryPart query={query} failed={text.balanceFailed} skeleton={<Skeleton />}>
      {({ balance: { debet, credit, inTransit, inTransitUntil, ballanceError } }) => (
        <>
          {ballanceError ? (
            <p>{text.balanceUnknown}</p>
          ) : (
            <Text size="l" isStrong isNumeric>
              {isSomeMoney(debet)
                ? formatText(text.debt, { sum: showSum(debet) })
                : isSomeMoney(credit)
                  ? formatText(text.overpaid, { sum: showSum(credit) })
                  : text.noDebt}
            </Text>
          )}
          {isSomeMoney(inTransit) && (
            <p>
              {formatText(inTransitUntil ? text.inTransitUntil : text.inTransit, {
                sum: showSum(inTransit),
                date: inTransitUntil ? showDate(inTransitUntil) : '',
              })}
            </p>
          )}
          <p>{links.bills(isSomeMoney(debet) ? text.toPayment : text.toBills)}</p>
        </>
      )}
    </QueryPart>
  );
}
