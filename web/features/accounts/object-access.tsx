import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { decideAccess, endAccess, listAccess, renewAccessCode } from '#contract/accounts/accounts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import { showMoment } from '#web/lib/format.ts';
import { accountCallKey, accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Row } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { text } from './access-text.ts';
import styles from './object-access.module.css';

type Access = OutputOf<typeof listAccess>;
type Person = Access['people'][number];

/** The display name of a person: the name, else the masked phone. */
const displayNameOf = ({ name, phone }: Pick<Person, 'name' | 'phone'>) =>
  name || phoneText(phone) || text.unnamed;

function phoneText(phone: string): string {
  const parsed = parsePhone(phone);
  return parsed ? formatPhone(parsed) : phone;
}

/** The people with access to an object, loaded when opened. Source: product.md §5 (settings). */
export function ObjectAccess({ account }: { account: string }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <Disclosure summary={text.title} onOpen={() => setOpened(true)}>
      {wasOpened && <OpenedAccess account={account} />}
    </Disclosure>
  );
}

function OpenedAccess({ account }: { account: string }) {
  return (
    <QueryPart
      query={useQuery(accountQuery(listAccess, account))}
      failed={text.failed}
      skeleton={
        <div aria-busy="true">
          <Skeleton shape="short" />
          <Skeleton />
          <VisuallyHidden>{text.loading}</VisuallyHidden>
        </div>
      }
    >
      {(access) => <ShownAccess account={account} access={access} />}
    </QueryPart>
  );
}

/** The action to be confirmed. */
type PendingAction = { readonly kind: 'end'; readonly person: Person } | { readonly kind: 'renew' };

function ShownAccess({ account, access }: { account: string; access: Access }) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const [pending, setPending] = useState<PendingAction>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const { people, waiting, mayEnd, mayAllow, addingCode: code } = access;

  /** Sends a change and shows the new list; moves the focus to the list when the pressed button has disappeared. */
  const send = async (call: Promise<ApiResult<Access>>, done: string) => {
    if (isBusy) return;
    setFailure('');
    setBusy(true);
    const result = await call;
    setBusy(false);
    if (!result.ok) {
      if (result.failure.httpStatus === 404) {
        await queries.invalidateQueries({ queryKey: accountCallKey(account, listAccess.path) });
      }
      return setFailure(result.failure.message);
    }
    queries.setQueryData(accountCallKey(account, listAccess.path), result.data);
    setPending(undefined);
    showTip('good', done);
    heading.current?.focus();
  };
  const decide = (one: Access['waiting'][number], isAllowed: boolean) => () => {
    const done = formatText(isAllowed ? text.allowed : text.refused, { who: displayNameOf(one) });
    send(callApi(decideAccess, { account, waitingId: one.waitingId, isAllowed }), done).catch(
      () => undefined,
    );
  };
  const confirm = () => {
    if (pending === undefined) return;
    const call =
      pending.kind === 'end'
        ? callApi(endAccess, { account, accessId: pending.person.accessId })
        : callApi(renewAccessCode, { account, requestId: newRequestId() });
    const done =
      pending.kind === 'end' ? formatText(text.ended, { who: displayNameOf(pending.person) }) : text.renewed;
    send(call, done).catch(() => undefined);
  };
  const close = () => {
    setFailure('');
    setPending(undefined);
  };

  return (
    <div className={styles.access}>
      {!isOnline && <p className={styles.quiet}>{text.offline}</p>}
      {failure && pending === undefined && (
        <Notice kind="bad" live="alert">
          {failure}
        </Notice>
      )}
      {waiting.length > 0 && (
        <section className={styles.group}>
          <h3>{text.waiting}</h3>
          <ul className={styles.list}>
            {waiting.map((one) => (
              <li key={one.waitingId} className={styles.row}>
                <div className={styles.facts}>
                  <p className={styles.name}>{displayNameOf(one)}</p>
                  {one.name && <p className={styles.quiet}>{one.phone}</p>}
                  <p className={styles.quiet}>
                    {formatText(text.asked, {
                      moment: showMoment(one.askedAt),
                      until: showMoment(one.until),
                    })}
                  </p>
                </div>
                {mayAllow && (
                  <Row gap="1">
                    <Button
                      data-changes
                      disabled={!isOnline}
                      aria-label={formatText(text.allowOf, { who: displayNameOf(one) })}
                      onClick={decide(one, true)}
                    >
                      {text.allow}
                    </Button>
                    <Button
                      data-changes
                      kind="plain"
                      disabled={!isOnline}
                      aria-label={formatText(text.refuseOf, { who: displayNameOf(one) })}
                      onClick={decide(one, false)}
                    >
                      {text.refuse}
                    </Button>
                  </Row>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.group}>
        <h3 ref={heading} tabIndex={-1}>
          {text.people}
        </h3>
        <ul className={styles.list}>
          {people.map((person) => (
            <li key={person.accessId} className={styles.row}>
              <div className={styles.facts}>
                <p className={styles.name}>
                  <span>{displayNameOf(person)}</span>
                  {person.isYou && <span className={styles.badge}>{text.you}</span>}
                  {person.isHolder && <span className={styles.badge}>{text.holder}</span>}
                </p>
                <p className={styles.quiet}>
                  {[person.name && phoneText(person.phone), person.email].filter(Boolean).join(', ')}
                </p>
                <p className={styles.quiet}>{formatText(text.since, { moment: showMoment(person.since) })}</p>
              </div>
              {mayEnd && !person.isYou && (
                <Button
                  disabled={!isOnline}
                  aria-label={formatText(text.endOf, { who: displayNameOf(person) })}
                  onClick={() => setPending({ kind: 'end', person })}
                >
                  {text.end}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {people.length === 1 && <p className={styles.quiet}>{text.onlyYou}</p>}
        {!mayEnd && people.length > 1 && <p className={styles.quiet}>{text.holderMay}</p>}
      </section>
      {code && (
        <section className={styles.group}>
          <h3>{text.code}</h3>
          <div className={styles.row}>
            <div className={styles.facts}>
              <p className={styles.code}>{code.value}</p>
              <p className={styles.quiet}>
                {code.changedAt === null
                  ? text.codeFromBill
                  : formatText(text.codeChanged, { moment: showMoment(code.changedAt) })}
              </p>
            </div>
            <Row gap="1">
              <CopyButton
                value={code.value}
                label={text.copy}
                copied={text.copied}
                failed={text.copyFailed}
              />
              <Button disabled={!isOnline} onClick={() => setPending({ kind: 'renew' })}>
                {text.renew}
              </Button>
            </Row>
          </div>
          <p className={styles.quiet}>{text.codeHint}</p>
        </section>
      )}
      <Dialog
        open={pending !== undefined}
        title={pending?.kind === 'renew' ? text.renewTitle : text.endTitle}
        closeLabel={text.close}
        onClose={close}
        actions={
          <>
            <Button kind="danger" busy={isBusy} onClick={confirm}>
              {pending?.kind === 'renew'
                ? isBusy
                  ? text.renewing
                  : text.renew
                : isBusy
                  ? text.ending
                  : text.end}
            </Button>
            <Button kind="plain" onClick={close}>
              {text.cancel}
            </Button>
          </>
        }
      >
        <div className={styles.words}>
          {pending?.kind === 'end' && (
            <>
              <p>{formatText(text.endText, { who: displayNameOf(pending.person) })}</p>
              <p>{text.endCode}</p>
              <p>{text.endUndo}</p>
            </>
          )}
          {pending?.kind === 'renew' && <p>{text.renewText}</p>}
          {failure && (
            <Notice kind="bad" live="alert">
              {failure}
            </Notice>
          )}
        </div>
      </Dialog>
    </div>
  );
}
