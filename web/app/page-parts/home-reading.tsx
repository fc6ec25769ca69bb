import { BriefReading } from '#web/features/readings/brief-reading.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { useCompany } from '#web/features/supplier/use-company.ts';

/** Reading form on the home page, shown when it is the next step. */
export default function HomeReading({ account }: { account: string }) {
  const loaded = useCompany();
  const email = loaded.state === 'ready' ? loaded.company.readingsEmail : '';
  return <BriefReading account={account} supplierEmail={email || undefined} help={<ContactPhones />} />;
}
