import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export type Cabinet = 'person' | 'entity';

const paymentPage = {
  person: '/cabinet/person/payments/$paymentId',
  entity: '/cabinet/entity/payments/$paymentId',
} as const;

interface PaymentLinkProps {
  cabinet: Cabinet;
  paymentId: string;
  /** The account of the payment, unless it is the chosen one. */
  of?: string;
  /** Opens the form that repeats the payment. */
  isAgain?: boolean;
  children: ReactNode;
}

/** A link to a payment. */
export function PaymentLink({ cabinet, paymentId, of, isAgain = false, children }: PaymentLinkProps) {
  return (
    <Link
      to={paymentPage[cabinet]}
      params={{ paymentId }}
      search={{ ...(of !== undefined && { of }), ...(isAgain && { again: '1' }) }}
    >
      {children}
    </Link>
  );
}
