import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type ReactElement,
  type RefObject,
} from 'react';
import { Icon, type IconShape } from '#components/ui/icon';
import styles from './command-tip.module.css';
import { formatKey } from './keys';
import { useCommandKeys, useKeyboard } from './use-keyboard';

const openDelayMs = 400;

interface TipProps {
  label: string;
  command?: string | undefined;
}

/** A tooltip with a button's name and its command's key. Rendered on demand, so that a transcript opens faster. */
export function CommandTip({
  label,
  command,
  children,
}: TipProps & {
  children: ReactElement<{ ref?: RefObject<HTMLElement | null>; 'aria-describedby'?: string }>;
}) {
  const button = useRef<HTMLElement>(null);
  const id = useId();
  const isShown = useShownTip(button);
  return (
    <>
      {cloneElement(children, { ref: button, ...(isShown && { 'aria-describedby': id }) })}
      {isShown && <Tip id={id} target={button} label={label} command={command} />}
    </>
  );
}

/** An icon button. A tooltip shows its name, or the command's title, and the command's key. */
export function IconButton({
  label,
  command,
  icon,
  iconSize = 18,
  isOn = false,
  ...props
}: TipProps & { icon: IconShape; iconSize?: number; isOn?: boolean } & ActionIconProps &
  ComponentPropsWithoutRef<'button'>) {
  const button = (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      {...(!isOn && { color: 'gray' })}
      aria-label={label}
      {...(command === undefined && { title: label })}
      {...props}
    >
      <Icon shape={icon} size={iconSize} />
    </ActionIcon>
  );
  return command === undefined ? (
    button
  ) : (
    <CommandTip label={label} command={command}>
      {button}
    </CommandTip>
  );
}

function Tip({
  id,
  target,
  label,
  command,
}: TipProps & { id: string; target: RefObject<HTMLElement | null> }) {
  const keyboard = useKeyboard();
  const [key] = useCommandKeys().get(command ?? '') ?? [];
  return (
    <Tooltip
      role="tooltip"
      target={target}
      opened
      transitionProps={{ duration: 0 }}
      label={
        <span id={id}>
          {label}
          {key !== undefined && <span className={styles['key']}>{formatKey(key, keyboard)}</span>}
        </span>
      }
    />
  );
}

/** True from hover or keyboard focus until leave, blur, press or Escape. */
function useShownTip(target: RefObject<HTMLElement | null>): boolean {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      show(false);
    };
    const onEnter = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') timer = setTimeout(show, openDelayMs, true);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide();
    };
    element.addEventListener('pointerenter', onEnter, { signal });
    element.addEventListener('focus', () => show(element.matches(':focus-visible')), { signal });
    for (const left of ['pointerleave', 'pointerdown', 'blur'])
      element.addEventListener(left, hide, { signal });
    // A capturing listener on the window, because the editor's keymap stops events such as Escape.
    if (isShown) globalThis.addEventListener('keydown', onKey, { signal, capture: true });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [target, isShown]);
  return isShown;
}
