-- Legal entities: contracts, points, prices by component, invoices. An account with a row in entity_contract is billed by it;
-- an account without one by its tariff.

-- A dated version of the terms of a contract; the one in force on the last day of a month charges it.
create table billing.entity_contract (
  account_number text not null references billing.account,
  valid_from date not null,
  -- as the invoices name it
  contract_number text not null check (contract_number <> ''),
  signed_on date not null,
  -- the last day; null: no end is agreed
  ends_on date check (ends_on >= valid_from),
  price_kind text not null check (price_kind in ('universal', 'spot', 'fixedNet', 'fixedGross')),
  -- whose network the points stand in: its distribution price, and the payee of reactive energy
  operator_code text not null,
  -- whose margin, purchase price and universal tariff count
  offer_code text not null default '',
  -- millionths of a hryvnia per kWh; without VAT for fixedNet, with VAT for fixedGross
  fixed_price_micro bigint check (fixed_price_micro > 0),
  -- the supplier bills transmission and distribution too
  with_transmission boolean not null default true,
  with_distribution boolean not null default true,
  -- all components as one line of the invoice
  is_one_price boolean not null default false,
  payment_form text not null default 'byFact' check (payment_form in ('byFact', 'prepayment', 'planned')),
  -- [{"day": 5, "percent": 30}, …] of payment form planned
  planned_parts jsonb not null default '[]' check (jsonb_typeof(planned_parts) = 'array'),
  -- day of the month after the period; null: working days alone
  due_day smallint check (due_day between 1 and 28),
  due_working_days smallint not null default 5 check (due_working_days between 1 and 60),
  rounding text not null default 'halfUp' check (rounding in ('halfUp', 'truncate')),
  document_exchange text not null default 'cabinet' check (document_exchange in ('paper', 'cabinet', 'signature')),
  -- hundredths of a percent a year of a late payment, and how many times the discount rate the penalty is; 0: none agreed
  late_percent_hundredths integer not null default 300 check (late_percent_hundredths between 0 and 10000),
  penalty_rate_times smallint not null default 0 check (penalty_rate_times between 0 and 10),
  primary key (account_number, valid_from),
  constraint entity_contract_fixed_price_check
    check ((price_kind in ('fixedNet', 'fixedGross')) = (fixed_price_micro is not null)),
  constraint entity_contract_part_count_check
    check ((payment_form = 'planned') = (jsonb_array_length(planned_parts) between 1 and 3))
);

-- Who signs and receives for a company, and where it keeps its money.
create table billing.company_information (
  customer_id uuid primary key references billing.customer,
  vat_number text not null default '',
  legal_address text not null default '',
  postal_address text not null default '',
  bank_name text not null default '',
  iban text not null default '',
  signer_name text not null default '',
  signer_post text not null default '',
  -- the ground of the signature: the statute, a power of attorney with its number
  signer_ground text not null default ''
);

-- Operators of distribution networks: payees of reactive energy.
create table billing.distribution_operator (
  operator_code text primary key,
  name text not null,
  edrpou text not null,
  iban text not null,
  bank_name text not null,
  phone text not null default ''
);

-- What a metering point of a contract is, by dates; the version in force on the last day of a month charges it.
create table billing.contract_point (
  account_number text not null,
  eic_code text not null,
  valid_from date not null,
  -- the object and its address, as the table of points shows them
  object_name text not null default '',
  address text not null default '',
  cost_centre text not null default '',
  voltage_class smallint not null check (voltage_class in (1, 2)),
  -- read remotely every day; its readings are not typed
  is_group_a boolean not null default false,
  loss_mode text not null default 'none' check (loss_mode in ('none', 'percent', 'fixed', 'formula')),
  -- thousandths of a percent of the metered energy
  loss_percent_thousandths integer check (loss_percent_thousandths between 0 and 50000),
  -- kWh a month
  loss_fixed_kwh integer check (loss_fixed_kwh >= 0),
  -- domain/invoices/losses.ts: {"transformer": {…}, "line": {…}}
  loss_formula jsonb,
  -- economic equivalent of reactive energy, millionths of a kWh per kvarh; null: reactive energy is not charged
  reactive_equivalent_micro integer check (reactive_equivalent_micro >= 0),
  primary key (account_number, eic_code, valid_from),
  foreign key (account_number, eic_code) references billing.metering_point,
  constraint contract_point_percent_check check ((loss_mode = 'percent') = (loss_percent_thousandths is not null)),
  constraint contract_point_fixed_check check ((loss_mode = 'fixed') = (loss_fixed_kwh is not null)),
  constraint contract_point_formula_check check ((loss_mode = 'formula') = (loss_formula is not null))
);

-- A point behind another one of the account: its energy and its share of the losses are taken off the main point.
create table billing.sub_consumer (
  account_number text not null,
  -- the point of the sub-consumer, with a meter of its own
  eic_code text not null,
  main_eic_code text not null,
  valid_from date not null,
  -- the last day; null: no end is known
  valid_to date check (valid_to >= valid_from),
  name text not null check (name <> ''),
  -- the account bills it as a point of its own; else it has a contract of its own and is only taken off
  is_billed boolean not null default false,
  primary key (account_number, eic_code, valid_from),
  foreign key (account_number, eic_code) references billing.metering_point (account_number, eic_code),
  foreign key (account_number, main_eic_code) references billing.metering_point (account_number, eic_code),
  constraint sub_consumer_two_points_check check (eic_code <> main_eic_code)
);

-- What a meter counts beside the energy taken: given to the network (A−), reactive taken (R+) and given (R−).
create table billing.meter_channel (
  account_number text not null,
  meter_id uuid not null,
  channel text not null check (channel in ('export', 'reactiveImport', 'reactiveExport')),
  -- on the dial when the meter was installed and removed
  installed_value bigint not null check (installed_value >= 0),
  removed_value bigint check (removed_value >= 0),
  primary key (account_number, meter_id, channel),
  foreign key (account_number, meter_id) references billing.meter
);

-- The value of a channel as of the end of a month: the first day of the next one.
create table billing.channel_reading (
  account_number text not null,
  meter_id uuid not null,
  channel text not null,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  value bigint not null check (value >= 0),
  source text not null check (source in ('customer', 'operator', 'remote', 'import')),
  submitted_at timestamptz not null,
  primary key (account_number, meter_id, channel, period),
  foreign key (account_number, meter_id, channel) references billing.meter_channel
);

-- Energy of the hours of a day, whole kWh or kvarh, as the operator sends them for points of group A; 23 or 25 on the days
-- on which the clock changes.
create table billing.hourly_value (
  account_number text not null,
  eic_code text not null,
  day date not null,
  channel text not null check (channel in ('import', 'export', 'reactiveImport', 'reactiveExport')),
  hours integer[] not null check (cardinality(hours) between 23 and 25),
  primary key (account_number, eic_code, day, channel),
  foreign key (account_number, eic_code) references billing.metering_point
);

-- Parts of prices as dated versions, without VAT; each begins with a month.
create table billing.price_component (
  kind text not null check (kind in ('dayAhead', 'margin', 'purchase', 'universalTariff', 'transmission', 'distribution')),
  -- the operator of distribution; the offer of margin, purchase and universalTariff; '' of the others
  subject text not null default '',
  -- 0: the same for both
  voltage_class smallint not null default 0 check (voltage_class in (0, 1, 2)),
  valid_from date not null check (extract(day from valid_from) = 1),
  valid_to date check (valid_to >= valid_from),
  -- millionths of a hryvnia per kWh
  price_micro bigint not null check (price_micro >= 0),
  -- the act or the publication it comes from
  source text not null check (source <> ''),
  primary key (kind, subject, voltage_class, valid_from),
  constraint price_component_subject_check
    check ((kind in ('dayAhead', 'transmission')) = (subject = ''))
);

-- Rates by which late payments are shown: the index of inflation of a month in thousandths (1007: 100.7 %), the discount rate
-- from a day on in hundredths of a percent.
create table billing.economic_rate (
  kind text not null check (kind in ('inflation', 'discountRate')),
  valid_from date not null,
  value integer not null check (value > 0),
  source text not null check (source <> ''),
  primary key (kind, valid_from)
);

-- What a month counted at a point, as it was charged.
create table billing.invoice_quantity (
  account_number text not null,
  period char(7) not null,
  eic_code text not null,
  -- of all meters of the point, each with its own coefficient
  metered_kwh bigint not null check (metered_kwh >= 0),
  loss_kwh bigint not null check (loss_kwh >= 0),
  -- share of the losses that belongs to sub-consumers
  sub_loss_kwh bigint not null check (sub_loss_kwh >= 0),
  sub_kwh bigint not null check (sub_kwh >= 0),
  billed_kwh bigint not null check (billed_kwh >= 0),
  reactive_import_kvarh bigint not null default 0 check (reactive_import_kvarh >= 0),
  reactive_export_kvarh bigint not null default 0 check (reactive_export_kvarh >= 0),
  -- sub-consumers took more than the point: billed 0 until an operator has reviewed it
  is_held boolean not null default false,
  primary key (account_number, period, eic_code),
  foreign key (account_number, eic_code) references billing.metering_point
);

-- Invoice and act of acceptance of a month: of energy by the supplier, of reactive energy by the operator of the network.
create table billing.invoice (
  account_number text not null references billing.account,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  payee text not null check (payee in ('supplier', 'operator')),
  invoice_number text not null,
  act_number text not null,
  issued_on date not null,
  due_on date not null,
  -- of reactive energy kvarh
  quantity bigint not null,
  price_base text not null check (price_base in ('net', 'gross')),
  net_kopiykas bigint not null,
  vat_kopiykas bigint not null,
  gross_kopiykas bigint not null,
  -- of these, what puts months before right
  adjustment_net_kopiykas bigint not null default 0,
  primary key (account_number, period, payee),
  constraint invoice_number_key unique (invoice_number),
  constraint invoice_sum_check check (gross_kopiykas = net_kopiykas + vat_kopiykas)
);

create table billing.invoice_line (
  account_number text not null,
  period char(7) not null,
  payee text not null,
  line_number integer not null check (line_number > 0),
  kind text not null check (kind in ('energy', 'adjustment', 'reactiveConsumed', 'reactiveCompensation')),
  eic_code text not null,
  -- a part of the price, or all of it: 'fixed', 'allIn'; of reactive energy 'reactive'
  component text not null check (component in ('dayAhead', 'margin', 'purchase', 'universalTariff', 'transmission', 'distribution',
    'fixed', 'allIn', 'reactive')),
  -- the month that an adjustment puts right; else the period
  for_period char(7) not null check (for_period <= period),
  -- kWh, of reactive energy kvarh; negative when taken back
  quantity bigint not null,
  -- millionths of a hryvnia, with VAT on an invoice of base gross
  price_micro bigint not null,
  price_from date,
  source text not null,
  amount_kopiykas bigint not null,
  primary key (account_number, period, payee, line_number),
  foreign key (account_number, period, payee) references billing.invoice
);

-- Corrections of volumes by the operator for months that are closed: billed in the first month that is open.
create table billing.volume_correction (
  account_number text not null,
  eic_code text not null,
  -- the month it is about
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  document text not null check (document <> ''),
  kwh bigint not null check (kwh <> 0),
  recorded_at timestamptz not null,
  -- the period whose invoice has it; null: none yet
  booked_period char(7),
  primary key (account_number, eic_code, period, document),
  foreign key (account_number, eic_code) references billing.metering_point,
  constraint volume_correction_booked_period_check check (booked_period >= period)
);
create index volume_corrections_pending_idx on billing.volume_correction (account_number) where booked_period is null;

-- What is to be paid in advance for a month; made when the month before it is charged.
create table billing.planned_payment (
  account_number text not null references billing.account,
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  part_number smallint not null check (part_number between 1 and 3),
  due_on date not null,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  primary key (account_number, period, part_number)
);

-- Reactive energy is a debt to the operator of the network, apart from energy and acts.
alter table billing.ledger_entry drop constraint ledger_entry_account_check;
alter table billing.ledger_entry add constraint ledger_entry_account_check check (
  debit_account in ('receivable', 'actReceivable', 'reactiveReceivable', 'revenue', 'actRevenue', 'reactiveRevenue', 'inTransit',
    'bank', 'operatorBank', 'opening', 'benefit', 'correction')
  and credit_account in ('receivable', 'actReceivable', 'reactiveReceivable', 'revenue', 'actRevenue', 'reactiveRevenue', 'inTransit',
    'bank', 'operatorBank', 'opening', 'benefit', 'correction')
);
alter table billing.ledger_entry drop constraint ledger_entry_kind_check;
alter table billing.ledger_entry add constraint ledger_entry_kind_check check (kind in ('opening', 'charge', 'recalculation',
  'payment', 'landing', 'act', 'benefit', 'reversal', 'correction', 'reactive', 'reactivePayment'));

-- What the operator reports as paid for reactive energy: it goes past the supplier.
create table billing.reactive_payment (
  account_number text not null references billing.account,
  reference text not null,
  paid_on date not null,
  amount_kopiykas bigint not null check (amount_kopiykas > 0),
  primary key (account_number, reference)
);
