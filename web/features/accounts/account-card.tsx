import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { type customInfoSchema, getCommon } from '#contract/charges.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { showMoment } from '#web/lib/format.ts';
import { customInfoRead } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { text } from './manage-text.ts';
import { Fact, Group } from './object-facts.tsx';

type CustomInfo = z.infer<typeof customInfoSchema>;

/**
 * Shows when the account was last charged and how many meters it has; for the chosen account the last readings need
 * no request.
 */
export function AccountCard({ account }: { account: string }) {
  const { data } = useQuery(accountQuery(getCommon, account, { url: '/person/custom_info' }));
  const stored = useSessionStore(({ person }) => person.customInfo);
  // The array must keep its identity: a new one each time causes an endless re-render.
  const meters = useSessionStore(({ person }) => (person.account === account ? person.meters : undefined));
  const read = data && 'lastCalculateTime' in data.data ? data.data : undefined;
  useEffect(() => {
    if (read) customInfoRead(read);
  }, [read]);
  const card: CustomInfo | undefined = read ?? (stored?.account === account ? stored : undefined);
  if (!card) return null;
  return (
    <Group title={text.charging}>
      <Fact
        name={text.lastCharged}
        value={card.lastCalculateTime ? showMoment(card.lastCalculateTime) : text.neverCharged}
      />
      <Fact name={text.meterCount} value={String(card.meterCount)} />
      <Fact
        name={text.meterNumbers}
        value={(meters ?? []).map((meter) => `№\u00a0${meter.serialNumber}`).join(', ')}
      />
    </Group>
  );
}
