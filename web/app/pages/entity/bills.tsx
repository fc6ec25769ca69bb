import { Navigate } from '@tanstack/react-router';

/** `/cabinet/entity/bills`: the section of bills and payments begins with the balance. */
export default function EntityBillsPage() {
  return <Navigate to="/cabinet/entity/bills/balance" replace />;
}
