import { Link, useSearch } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { chunk } from '#web/app/loading/chunk.ts';
import { ChunkPart } from '#web/app/loading/chunk-part.tsx';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { pageNameOf } from '#web/app/page-parts/page-name.ts';
import { text as answersText } from '#web/features/desk/templates/text.ts';
import { text as noticesText } from '#web/features/notices/manager/text.ts';
import { ComposeMessage } from '#web/features/supplier-messages/manager/compose.tsx';
import { SentList } from '#web/features/supplier-messages/manager/sent-list.tsx';
import { text } from '#web/features/supplier-messages/manager/text.ts';
import { LinkTabs } from '#web/ui/form/choice-buttons.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import styles from '../person/pages.module.css';

/** A tab is open at its own address alone. */
const exact = { exact: true, includeSearch: true };

/** The other tabs: their code loads when they are opened. */
const notices = chunk(() => import('#web/features/notices/manager/notices-manager.tsx'));

const answers = chunk(() => import('#web/features/desk/templates/templates-manager.tsx'));

const path = '/cabinet/admin/management/message_manager';
/** Absent: messages of the supplier. */
const tabs = { tab: ['service', 'answers'] } as const;

/** `/cabinet/admin/management/message_manager?tab=`: messages of the supplier, service messages of the site, templates of answers. */
export default function MessageManagerPage() {
  const { tab } = readSearch(tabs, useSearch({ strict: false }));
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['content', 'operator']}>
        <LinkTabs label={text.title}>
          <Link to={path} activeOptions={exact}>
            {text.toInboxes}
          </Link>
          <Link to={path} search={{ tab: 'service' }} activeOptions={exact}>
            {noticesText.all}
          </Link>
          <Link to={path} search={{ tab: 'answers' }} activeOptions={exact}>
            {answersText.all}
          </Link>
        </LinkTabs>
        {tab === 'answers' ? (
          <ForRoles roles={['content']}>
            <ChunkPart chunk={answers} failedTitle={answersText.failed}>
              {({ TemplatesManager }) => <TemplatesManager />}
            </ChunkPart>
          </ForRoles>
        ) : tab === 'service' ? (
          <ChunkPart chunk={notices} failedTitle={noticesText.failed}>
            {({ NoticesManager }) => <NoticesManager nameOf={pageNameOf} />}
          </ChunkPart>
        ) : (
          <SupplierMessages />
        )}
      </ForRoles>
    </main>
  );
}

function SupplierMessages() {
  return (
    <>
      <Stack as="section" gap="2" aria-labelledby="write-message">
        <Text as="h2" id="write-message" size="l">
          {text.write}
        </Text>
        <ComposeMessage />
      </Stack>
      <Stack as="section" gap="2" aria-labelledby="sent-messages">
        <Text as="h2" id="sent-messages" size="l">
          {text.history}
        </Text>
        <SentList />
      </Stack>
    </>
  );
}
