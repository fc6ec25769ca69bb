import { getRouteApi } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { actionSearch } from '#contract/pages.ts';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { ActionList } from '#web/features/identity/people/action-list.tsx';
import { PeopleList } from '#web/features/identity/people/people-list.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import styles from '../../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/settings/people');

/** `/cabinet/entity/settings/people?person=&from=&to=`: the people of the company and what they did. */
export default function EntityPeoplePage() {
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.people} suffix={text.productName} />
      <SectionTabs />
      <Stack gap="4">
        <PeopleList />
        <ActionList
          filter={readSearch(actionSearch, route.useSearch())}
          onFilter={(filter) => void navigate({ search: { ...filter }, resetScroll: false })}
        />
      </Stack>
    </main>
  );
}
