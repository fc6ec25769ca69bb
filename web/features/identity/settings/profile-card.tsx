import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Profile, profileQuery } from './api.ts';
import { SettingsCard } from './settings-card.tsx';
import { text } from './text.ts';

interface ProfileCardProps {
  title: string;
  lead?: string;
  children: (profile: Profile) => ReactNode;
}

/** A section of the settings that shows part of the profile, with its loading and failure states. */
export function ProfileCard({ title, lead, children }: ProfileCardProps) {
  const query = useQuery(profileQuery);
  return (
    <SettingsCard title={title} {...(lead ? { lead } : {})} busy={query.isFetching && !query.data}>
      <QueryPart
        query={query}
        failed={text.profileFailed}
        skeleton={
          <div>
            <Skeleton />
            <Skeleton shape="short" />
            <VisuallyHidden>{text.loading}</VisuallyHidden>
          </div>
        }
      >
        {({ profile }) => children(profile)}
      </QueryPart>
    </SettingsCard>
  );
}
