import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type Content, type ContentKind, contentKinds } from '#contract/content.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { ContentEditor, type OpenContent } from '#web/features/content/content-editor.tsx';
import { ContentList } from '#web/features/content/content-list.tsx';
import { text } from '#web/features/content/text.ts';
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
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import pageStyles from '../../person/pages.module.css';
import styles from './content.module.css';

const path = '/cabinet/admin/management/content';
const route = getRouteApi(`/cabinet-layout${path}`);

/** 'article:yak-platyty'; 'article:' is a new one. */
const nameOf = ({ kind, key = '' }: OpenContent) => `${kind}:${key}`;

function openOf(named: unknown): OpenContent | undefined {
  const [, kind, key] = /^(\w+):([a-z0-9-]*)$/.exec(typeof named === 'string' ? named : '') ?? [];
  const known = contentKinds.find((one: ContentKind) => one === kind);
  return known && (key !== '' || known !== 'landing') ? { kind: known, key: key || undefined } : undefined;
}

/** `/cabinet/admin/management/content?open=`: guide, laws and words of the first page, edited with preview and history. */
export default function ContentPage() {
  const navigate = useNavigate();
  const open = openOf(route.useSearch().open);
  const toNew = (kind: 'article' | 'law', label: string) => (
    <Link to={path} search={{ open: nameOf({ kind, key: undefined }) }} className={buttonClass()}>
      {label}
    </Link>
  );
  return (
    <main id="content" className={pageStyles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['content']}>
        <Stack gap="3">
          <Text tone="quiet">{text.lead}</Text>
          <div className={styles.split} data-open={open ? '' : undefined}>
            <div className={styles.side}>
              <Row gap="1">
                {toNew('article', text.addArticle)}
                {toNew('law', text.addLaw)}
              </Row>
              <ContentList
                linkTo={(one, row) => (
                  <Link
                    to={path}
                    search={{ open: nameOf(one) }}
                    resetScroll={false}
                    aria-current={open && nameOf(open) === nameOf(one) ? 'true' : undefined}
                    activeProps={{}}
                  >
                    {row}
                  </Link>
                )}
              />
            </div>
            {open ? (
              <Stack gap="2" as="section" aria-labelledby="open-content">
                <Link to={path} className={styles.back}>
                  {text.toList}
                </Link>
                <h2 id="open-content">{text.kinds[open.kind]}</h2>
                <ContentEditor
                  key={nameOf(open)}
                  open={open}
                  preview={(content) => <Preview content={content} />}
                  onSaved={(key) =>
                    navigate({ to: path, search: { open: nameOf({ kind: open.kind, key }) } })
                  }
                />
              </Stack>
            ) : (
              <Text tone="quiet">{text.choose}</Text>
            )}
          </div>
        </Stack>
      </ForRoles>
    </main>
  );
}

const noWords: readonly string[] = [];

/** A text as the page of customers shows it. */
function Preview({ content }: { content: Content }) {
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
