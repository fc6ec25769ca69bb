import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { text as appText } from '#web/app/text.ts';
import { Desk } from '#web/features/desk/desk.tsx';
import type { DeskSearch } from '#web/features/desk/desk-queries.ts';
import { text } from '#web/features/desk/text.ts';
import { StartViewing } from '#web/features/identity/viewing/start-viewing.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';

const path = '/cabinet/admin/management/desk';
const route = getRouteApi(`/cabinet-layout${path}`);

const withoutEmpty = (search: DeskSearch): ReturnType<typeof route.useSearch> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

/** `/cabinet/admin/management/desk?state=&topic=&who=&customer=&by=&overdue=&q=&account=&id=`: conversations with customers. */
export default function AdminDeskPage() {
  const search: DeskSearch = route.useSearch();
  const navigate = useNavigate();
  return (
    <main id="content" data-wide="">
      <PageTitle title={text.title} suffix={appText.productName} />
      <ForRoles roles={['operator']}>
        <Desk
          search={search}
          customerActions={(customerId) => <StartViewing customerId={customerId} />}
          onSearch={(next) => void navigate({ to: path, search: withoutEmpty(next), resetScroll: false })}
        />
      </ForRoles>
    </main>
  );
}
