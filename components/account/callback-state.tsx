import { callbackTexts as texts } from '#components/texts/developers';
import styles from './developers.module.css';

/** Where a callback stands. */
export type CallbackState = keyof typeof texts.states;

/** A callback's state in a word. */
export function CallbackStateWord({ state }: { state: CallbackState }) {
  const looks = { pending: undefined, delivered: styles['good'], given_up: styles['bad'] };
  return <span className={looks[state]}>{texts.states[state]}</span>;
}
