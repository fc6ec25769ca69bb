import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { getCompany } from '#contract/contracts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './company-panel.module.css';
import { text } from './text.ts';

type Company = OutputOf<typeof getCompany>['company'];
type Version = OutputOf<typeof getCompany>['versions'][number];
/** '': the value is unknown. */
type Fact = readonly [name: string, value: string];

const companyFields = [
  'name',
  'edrpou',
  'vatNumber',
  'legalAddress',
  'postalAddress',
  'phone',
  'email',
] as const;
const bankFields = ['bankName', 'iban'] as const;
const signerFields = ['signerName', 'signerPost', 'signerGround'] as const;

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value || (
              <Text as="span" tone="quiet">
                {text.unknown}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card labelledBy={id}>
      <Stack gap="3">
        <Text as="h2" id={id} size="l">
          {title}
        </Text>
        {children}
      </Stack>
    </Card>
  );
}

/** The facts of a company by these fields. */
function factsOf(company: Company, fields: readonly (keyof Company)[]): readonly Fact[] {
  return fields.map((field) => [text.fields[field], company[field]]);
}

function networksOf({ priceKind, withTransmission, withDistribution }: Version): string {
  if (priceKind === 'universal' || priceKind === 'fixedGross') return text.inPrice;
  if (withTransmission) return withDistribution ? text.bothNetworks : text.transmission;
  return withDistribution ? text.distribution : text.noNetworks;
}

function paymentOf({ paymentForm, plannedParts }: Version): string {
  const parts = plannedParts.map((part) => formatText(text.part, { ...part })).join(', ');
  return formatText(text.payments[paymentForm], { parts });
}

/** "3", "15,5": a percent of hundredths. */
function percentOf(hundredths: number): string {
  return String(hundredths / 100).replace('.', ',');
}

/** The terms of a version of the contract in words. */
export function termsOf(version: Version): readonly Fact[] {
  const { dueDay, dueWorkingDays: days, penaltyRateTimes: times, fixedPrice, endsOn } = version;
  const percent = percentOf(version.latePercentHundredths);
  const price = (fixedPrice ?? '').replace('.', ',');
  return [
    [
      text.contract,
      formatText(text.contractOf, { number: version.contractNumber, date: showDate(version.signedOn) }),
    ],
    [
      text.inForce,
      formatText(endsOn === null ? text.since : text.sinceTo, {
        from: showDate(version.validFrom),
        to: endsOn === null ? '' : showDate(endsOn),
      }),
    ],
    [text.price, formatText(text.prices[version.priceKind], { price })],
    [text.networks, networksOf(version)],
    ...(version.operator === null ? [] : [[text.operator, version.operator.name] as const]),
    [text.payment, paymentOf(version)],
    [
      text.due,
      dueDay === null ? formatText(text.dueDays, { days }) : formatText(text.dueDay, { day: dueDay, days }),
    ],
    [
      text.late,
      times === 0 ? formatText(text.lateRate, { percent }) : formatText(text.latePenalty, { percent, times }),
    ],
    [text.exchange, text.exchanges[version.documentExchange]],
    ...(version.silentAcceptanceDays === null
      ? []
      : [[text.silent, formatText(text.silentDays, { n: version.silentAcceptanceDays })] as const]),
  ];
}

function Terms({ versions }: { versions: readonly Version[] }) {
  const [current, ...older] = versions;
  if (current === undefined) return <Text tone="quiet">{text.noTerms}</Text>;
  return (
    <>
      <Facts facts={termsOf(current)} />
      {older.map((version, index) => (
        <Disclosure
          key={version.validFrom}
          summary={formatText(text.termsOf, {
            from: showDate(version.validFrom),
            to: showDate((versions[index] ?? version).validFrom),
          })}
        >
          <Facts facts={termsOf(version)} />
        </Disclosure>
      ))}
    </>
  );
}

interface CompanyPanelProps {
  account: string;
  phones: ReactNode;
}

/** Codes, bank and signer of the company, and what its contract says; changes are made by the contact centre. */
export function CompanyPanel({ account, phones }: CompanyPanelProps) {
  return (
    <QueryPart
      query={useQuery(accountQuery(getCompany, account))}
      failed={text.failed}
      skeleton={
        <div aria-busy="true">
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
        </div>
      }
    >
      {({ company, versions }) => (
        <>
          <Part title={text.company}>
            <Facts facts={factsOf(company, companyFields)} />
          </Part>
          <Part title={text.bank}>
            <Facts facts={factsOf(company, bankFields)} />
          </Part>
          <Part title={text.signer}>
            <Facts facts={factsOf(company, signerFields)} />
          </Part>
          <Part title={text.terms}>
            <Terms versions={versions} />
          </Part>
          <Notice kind="info" title={text.change}>
            <p>{text.changeHow}</p>
            {phones}
          </Notice>
        </>
      )}
    </QueryPart>
  );
}
