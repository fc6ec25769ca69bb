import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AdministratorData,
  actOnAdmin,
  changeAdmin,
  createAdmin,
  listAdmins,
} from '#contract/identity/administrators.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type ApiResult, callApi, queryApi } from '#web/lib/api.ts';
import { showDate, showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { rolesText } from '#web/lib/list/roles-text.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import rows from '../person-rows.module.css';
import { AccessForm, AdministratorForm } from './administrator-form.tsx';
import styles from './administrators.module.css';
import { text } from './text.ts';

const adminsQuery = queryOptions({
  queryKey: ['admins'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(listAdmins, {}, { signal }),
});

const noFilter = {};

const administrators = defineList({
  whole: () => adminsQuery,
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.title,
  // The owner who reads it is one of them.
  empty: () => null,
  rows: (pages) => pages.flatMap(({ admins }) => admins),
  rowKey: ({ login }) => login,
  shown: () => '',
  skeletonRows: 4,
});

const tones: Readonly<Record<AdministratorData['state'], StateTone>> = {
  active: 'good',
  invited: 'wait',
  expired: 'bad',
  blocked: 'void',
};

type Open = { kind: 'add' } | { kind: 'change' | 'access'; who: AdministratorData };

function titleOf(open: Open | undefined): string {
  if (open === undefined || open.kind === 'add') return text.addTitle;
  return formatText(open.kind === 'change' ? text.changeTitle : text.accessTitle, { name: nameOf(open.who) });
}

const nameOf = ({ fullName, login }: AdministratorData) => fullName || login;

/** The administrators with roles, second factor, state and last sign-in; added, changed and blocked here by an owner. */
export function AdministratorList() {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  async function done<Answer extends { admins: AdministratorData[]; sentTo?: string | null }>(
    call: Promise<ApiResult<Answer>>,
    words: string,
  ) {
    const result = await withMinimumDelay(call);
    if (!result.ok) return result.failure;
    const { admins, sentTo } = result.data;
    client.setQueryData(adminsQuery.queryKey, (known) => (known ? { ...known, admins } : known));
    close();
    showTip('good', sentTo ? formatText(text.linkSent, { done: words, contact: sentTo }) : words);
    return undefined;
  }

  return (
    <Stack gap="3">
      <Text tone="quiet">{text.lead}</Text>
      <div>
        <Button kind="ink" onClick={() => setOpen({ kind: 'add' })}>
          {text.add}
        </Button>
      </div>
      <RecordList
        list={administrators}
        context={undefined}
        filter={noFilter}
        view={{
          className: `${rows.list} ${styles.list}`,
          item: (who) => (
            <AdministratorRow
              administrator={who}
              onChange={() => setOpen({ kind: 'change', who })}
              onAccess={() => setOpen({ kind: 'access', who })}
            />
          ),
        }}
      />
      <Dialog open={open !== undefined} title={titleOf(open)} closeLabel={text.close} onClose={close}>
        {open?.kind === 'add' && (
          <AdministratorForm
            onCancel={close}
            send={(facts, { login, proof }) =>
              done(callApi(createAdmin, { login, ...facts, ...proof }), text.added)
            }
          />
        )}
        {open?.kind === 'change' && (
          <AdministratorForm
            administrator={open.who}
            onCancel={close}
            send={(facts, { login, reason, proof }) =>
              done(callApi(changeAdmin, { login, ...facts, reason, ...proof }), text.changed)
            }
          />
        )}
        {open?.kind === 'access' && (
          <AccessForm
            administrator={open.who}
            onCancel={close}
            send={(act, reason, proof) =>
              done(callApi(actOnAdmin, { login: open.who.login, act, reason, ...proof }), text.acts[act].done)
            }
          />
        )}
      </Dialog>
    </Stack>
  );
}

/** How the sign-in is confirmed. */
function factorWords({ secondFactor, dualAuth }: AdministratorData): string {
  if (!dualAuth) return text.factors[secondFactor];
  if (secondFactor === 'none') return text.bySmsRequired;
  return formatText(text.required, { factor: text.factors[secondFactor] });
}

interface AdministratorRowProps {
  administrator: AdministratorData;
  onChange: () => void;
  onAccess: () => void;
}

function AdministratorRow({ administrator, onChange, onAccess }: AdministratorRowProps) {
  const { login, roles, phone, email, state, isYou, blockReason, lastSignInAt, linkUntil, sessionCount } =
    administrator;
  const name = nameOf(administrator);
  const labelOf = (words: string) => formatText(text.wordsOf, { words, name });
  return (
    <li className={rows.person}>
      <div className={rows.facts}>
        <div>
          <p className={rows.name}>
            <span>{name}</span>
            {isYou && <span className={rows.badge}>{text.you}</span>}
            {state !== 'active' && (
              <span className={rows.state}>
                <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
              </span>
            )}
          </p>
          <Text size="s" tone="quiet" isNumeric>
            {[name === login ? '' : login, phone, email].filter(Boolean).join(' · ')}
          </Text>
          {state === 'blocked' && (
            <Text size="s">{formatText(text.blockedFor, { reason: blockReason })}</Text>
          )}
          {linkUntil !== null && state === 'invited' && (
            <Text size="s" tone="quiet" isNumeric>
              {formatText(text.linkUntil, { date: showDate(kyivDateOf(instantFromIso(linkUntil))) })}
            </Text>
          )}
        </div>
        <div>
          <p>{roles.map((role) => rolesText[role].name).join(', ') || '—'}</p>
          <Text size="s" tone="quiet">
            {factorWords(administrator)}
          </Text>
          <Text size="s" tone="quiet" isNumeric>
            {lastSignInAt === null
              ? text.neverSignedIn
              : formatText(text.lastSignIn, { moment: showMoment(lastSignInAt) })}
            {sessionCount > 0 && ` · ${formatText(text.sessions, { n: sessionCount })}`}
          </Text>
        </div>
      </div>
      {isYou ? (
        <div className={styles.own}>
          <Text size="s" tone="quiet">
            {text.ownNote}
          </Text>
        </div>
      ) : (
        <div className={styles.buttons}>
          <Row gap="1">
            <Button aria-label={labelOf(text.change)} onClick={onChange}>
              {text.change}
            </Button>
            <Button kind="plain" aria-label={labelOf(text.access)} onClick={onAccess}>
              {text.access}
            </Button>
          </Row>
        </div>
      )}
    </li>
  );
}
