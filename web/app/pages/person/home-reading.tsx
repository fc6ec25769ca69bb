import { ContactPhones } from '#web/features/company/contact-phones.tsx';
import { useCompany } from '#web/features/company/use-company.ts';
import { BriefReading } from '#web/features/readings/brief-reading.tsx';

/** The reading given at home, where it is named as the next step. */
export default function HomeReading({ account }: { account: string }) {
  const loaded = useCompany();
  const email = loaded.state === 'ready' ? loaded.company.readingsEmail : '';
  return <BriefReading account={account} supplierEmail={email || undefined} help={<ContactPhones />} />;
}
