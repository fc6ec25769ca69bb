import type { Content } from '#contract/content.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { GuideArticle } from '#web/features/directory/guide/guide-panel.tsx';
import { TextBlocks } from '#web/features/directory/guide/text-blocks.tsx';
import { LawRow } from '#web/features/directory/laws/law-list.tsx';
import { HowItWorks } from '#web/features/landing/how-it-works.tsx';
import { Contacts, DayNight, Hero } from '#web/features/landing/landing-parts.tsx';
import { TariffToday } from '#web/features/landing/tariff-today.tsx';
import { LegalTextView } from '#web/features/legal-texts/legal-text.tsx';
import { OfficeList } from '#web/features/supplier/office-list.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { useTodayPrices } from '#web/features/supplier/use-company.ts';
import { deviceNow } from '#web/lib/clock.ts';

const noWords: readonly string[] = [];

/** A text as the page of customers shows it. */
export function ContentPreview({ content }: { content: Content }) {
  const today = useTodayPrices();
  if (content.kind === 'article') {
    const { title, lead, blocks } = content;
    const article = { slug: 'preview', title, lead, blocks, updatedAt: instantToIso(deviceNow()) };
    return <GuideArticle article={article} words={noWords} open isTarget={false} />;
  }
  if (content.kind === 'law') {
    const { title, number, date, url, about } = content;
    return (
      <ul>
        <LawRow law={{ lawId: 'preview', title, number, date, url, about }} words={noWords} />
      </ul>
    );
  }
  if (content.kind === 'legal') {
    const { title, effectiveFrom: from, summary, blocks } = content;
    return (
      <LegalTextView text={{ title, from, until: null, summary }} state="coming">
        <TextBlocks blocks={blocks} words={noWords} />
      </LegalTextView>
    );
  }
  const { words } = content;
  return (
    <>
      <Hero words={words} isPreview />
      <TariffToday words={words} {...today} />
      <HowItWorks words={words} prices={today.prices} />
      <DayNight words={words} {...today} />
      <Contacts words={words}>
        <ContactPhones />
        <OfficeList />
      </Contacts>
    </>
  );
}
