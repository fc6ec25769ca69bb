import { Disclosure } from '#web/ui/disclosure.tsx';
import type { Company } from './company-type.ts';
import { text } from './text.ts';

/** A toll-free number (0 800). */
const FREE = /^(\+?38)?0\D?800/;

/** The number to call, toll-free if there is one; the others are collapsed below it. */
export function PhoneList({ company, className }: { company: Company; className: string | undefined }) {
  const phones = [
    ...company.phone.map((shown, index) => ({ shown, plain: company.phonePlain[index] ?? shown })),
    ...company.phonemobile.map((shown, index) => ({
      shown,
      plain: company.phonemobilePlain[index] ?? shown,
    })),
  ];
  const first = phones.find(({ shown }) => FREE.test(shown)) ?? phones[0];
  if (!first) return null;
  const others = phones.filter((phone) => phone !== first);
  return (
    <div>
      <a className={className} href={`tel:${first.plain}`}>
        {first.shown}
      </a>
      {others.length > 0 && (
        <Disclosure summary={text.otherPhones}>
          <ul>
            {others.map(({ shown, plain }) => (
              <li key={plain}>
                <a className={className} href={`tel:${plain}`}>
                  {shown}
                </a>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}
