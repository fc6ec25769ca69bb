import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { chooseObject } from '#web/features/objects/choose-object.ts';
import { useObjects } from '#web/features/objects/use-objects.ts';

const layout = getRouteApi('/cabinet-layout');

/**
 * The objects and the chosen one, with the address followed: `?account=` chooses that object once, a person with one
 * object has it chosen. When the choice changes elsewhere, in the header or another tab, the address follows the choice,
 * so that two open tabs never argue. Source: base specification, section 2 (query parameter account).
 */
export function useAskedObject(): ReturnType<typeof useObjects> {
  const { account: asked } = layout.useSearch();
  const navigate = useNavigate();
  const objects = useObjects();
  const { accounts, chosen } = objects;
  const account = chosen?.account;
  const only = accounts.length === 1 ? accounts[0]?.account : undefined;
  const wanted = accounts.find((item) => item.account === asked)?.account ?? (account ? undefined : only);
  const followed = useRef<string>(undefined);

  useEffect(() => {
    if (wanted && wanted !== followed.current) {
      followed.current = wanted;
      if (wanted !== account) chooseObject(wanted).catch(() => undefined);
    } else if (asked && account && asked !== account) {
      followed.current = account;
      navigate({ to: '/cabinet/person', search: { account }, replace: true }).catch(() => undefined);
    }
  }, [asked, wanted, account, navigate]);

  return objects;
}
