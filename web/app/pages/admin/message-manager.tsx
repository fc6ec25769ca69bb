import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { ComposeMessage } from '#web/features/supplier-messages/manager/compose.tsx';
import { SentList } from '#web/features/supplier-messages/manager/sent-list.tsx';
import { text } from '#web/features/supplier-messages/manager/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import styles from '../person/pages.module.css';

/** `/cabinet/admin/management/message_manager`: messages of the supplier are written, sent and looked after here. */
export default function MessageManagerPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['content', 'operator']}>
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
      </ForRoles>
    </main>
  );
}
