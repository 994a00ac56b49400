import { LocalTime } from '#components/ui/local-time';
import { formatSignedMoney } from '#lib/messages/format';
import * as texts from '#messages/security-log';
import * as settingsTexts from '#messages/settings';
import * as shareTexts from '#messages/shared-transcripts';
import type { EventView } from './read-event-page';
import styles from './security-log.module.css';

/** An event: action, target, actor, origin and time. */
export function EventRow({ event }: { event: EventView }) {
  const { at, action, address } = event;
  const target = action === 'session.ended' ? describeEnded(event.target) : event.target;
  const details = [target, ...describeFacts(event.facts)].filter((text) => text !== null);
  const device = describeDevice(event);
  return (
    <tr>
      <th scope="row">
        <span className={styles['action']}>{texts.actions[action]()}</span>
        {details.length > 0 && <bdi className={styles['details']}>{details.join(' · ')}</bdi>}
      </th>
      <td className={styles['who']}>{describeActor(event.actor)}</td>
      <td className={styles['where']}>
        {device !== undefined && <span className={styles['device']}>{device}</span>}
        {address !== null && <span className={styles['address']}>{address}</span>}
      </td>
      <td className={styles['time']}>
        <LocalTime iso={at} show="second" />
      </td>
    </tr>
  );
}

function describeFacts({
  method,
  reason,
  setting,
  role,
  permission,
  ...values
}: EventView['facts']): string[] {
  const { previous, amountCents, count } = values;
  return [
    ...(method === undefined ? [] : [texts.methods[method]()]),
    ...(reason === undefined ? [] : [texts.reasons[reason]()]),
    ...(setting === undefined ? [] : [texts.settings[setting]()]),
    ...(role === undefined ? [] : [texts.roles[role]()]),
    ...(permission === undefined ? [] : [shareTexts.permissions[permission]()]),
    ...(previous === undefined ? [] : [texts.previously({ email: previous })]),
    ...(amountCents === undefined ? [] : [formatSignedMoney(amountCents)]),
    ...(count === undefined ? [] : [texts.count({ count })]),
  ];
}

function describeActor(actor: EventView['actor']): string {
  return actor.kind === 'api_key' ? texts.apiKey({ name: actor.name }) : texts.actors[actor.kind]();
}

/** The browser that was signed out, stored as `Chrome, Linux` in every language. */
function describeEnded(target: string | null): string | null {
  const [browser, system] = target?.split(', ') ?? [];
  return browser === undefined || system === undefined ? target : settingsTexts.device({ browser, system });
}

function describeDevice({ browser, system }: EventView): string | undefined {
  if (browser === undefined) return system;
  return system === undefined ? browser : settingsTexts.device({ browser, system });
}
