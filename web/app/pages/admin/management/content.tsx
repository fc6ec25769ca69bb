import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { type ContentKind, contentKinds } from '#contract/content.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { ContentEditor, type OpenContent } from '#web/features/content/content-editor.tsx';
import { ContentList } from '#web/features/content/content-list.tsx';
import { text } from '#web/features/content/text.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import pageStyles from '../../person/pages.module.css';
import styles from './content.module.css';

// Parts of the pages of customers, which the list does without.
const ContentPreview = lazy(async () => ({
  default: (await import('#web/app/page-parts/content-preview.tsx')).ContentPreview,
}));

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
                  preview={(content) => (
                    <Suspense fallback={<RowsSkeleton label={text.loading} rows={4} />}>
                      <ContentPreview content={content} />
                    </Suspense>
                  )}
                  onSaved={(key) =>
                    navigate({ to: path, search: { open: nameOf({ kind: open.kind, key }) } })
                  }
                  onGone={() => navigate({ to: path })}
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
