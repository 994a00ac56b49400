import type * as texts from '#messages/security-log';

/** What else is known of an event: each is a key of the messages, or a value to put into one. */
export interface EventFacts {
  method?: keyof typeof texts.methods;
  reason?: keyof typeof texts.reasons;
  setting?: keyof typeof texts.settings;
  role?: keyof typeof texts.roles;
  permission?: 'view' | 'edit';
  previous?: string;
  amountCents?: number;
  count?: number;
}

/** An event as the log shows it. `at` is an ISO text; names are null where there are none. */
export interface EventView {
  id: string;
  at: string;
  action: keyof typeof texts.actions;
  actor: { kind: keyof typeof texts.actors } | { kind: 'api_key'; name: string };
  target: string | null;
  facts: EventFacts;
  address: string | null;
  browser: string | undefined;
  system: string | undefined;
}
