import { Navigate } from '@tanstack/react-router';

/** `/cabinet/entity/bills`: its first page is the balance. */
export default function EntityBillsPage() {
  return <Navigate to="/cabinet/entity/bills/balance" replace />;
}
