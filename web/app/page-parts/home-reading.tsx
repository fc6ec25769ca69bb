import { BriefReading } from '#web/features/readings/brief-reading.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';

/** Reading form on the home page, shown when it is the next step. */
export default function HomeReading({ account }: { account: string }) {
  return <BriefReading account={account} help={<ContactPhones />} />;
}
