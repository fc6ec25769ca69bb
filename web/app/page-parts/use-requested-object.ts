import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { chooseObject, useObjects } from '#web/features/accounts/use-objects.ts';

const layout = getRouteApi('/cabinet-layout');

/**
 * The objects and the chosen one, in sync with the address: `?account=` chooses that object once; an only object is chosen
 * automatically. When the choice changes elsewhere (header, another tab), the address follows it, so that two tabs don't
 * override each other. Source: base specification, section 2 (query parameter account).
 */
export function useRequestedObject(): ReturnType<typeof useObjects> {
  const { account: requested } = layout.useSearch();
  const navigate = useNavigate();
  const objects = useObjects();
  const { accounts, chosen } = objects;
  const account = chosen?.account;
  const only = accounts.length === 1 ? accounts[0]?.account : undefined;
  const wanted = accounts.find((item) => item.account === requested)?.account ?? (account ? undefined : only);
  const followed = useRef<string>(undefined);

  useEffect(() => {
    if (wanted && wanted !== followed.current) {
      followed.current = wanted;
      if (wanted !== account) chooseObject(wanted).catch(() => undefined);
    } else if (requested && account && requested !== account) {
      followed.current = account;
      navigate({ to: '/cabinet/person', search: { account }, replace: true }).catch(() => undefined);
    }
  }, [requested, wanted, account, navigate]);

  return objects;
}
