import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listPayments } from '#contract/payments.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { text } from './text.ts';

interface TransitLinkProps {
  account: string;
  link: (paymentId: string | undefined, words: string) => ReactNode;
}

/** Leads to the payment that is on its way; to all of them when they are several, or while that is not known. */
export function TransitLink({ account, link }: TransitLinkProps) {
  const { data } = useQuery(accountQuery(listPayments, account, { state: 'inTransit', limit: 2 }));
  const [only, ...others] = data?.payments ?? [];
  return link(others.length === 0 ? only?.paymentId : undefined, text.toTransit);
}
