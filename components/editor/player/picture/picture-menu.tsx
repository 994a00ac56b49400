import * as texts from '#messages/editor/player';
import { ActionIcon, Menu } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { picturePlaces, pictureSizes } from '#components/editor/settings/editor-settings.ts';
import styles from './picture.module.css';

/** The menu for the video's position and size. */
export function PictureMenu() {
  const { settings } = useEditorServices();
  const place = useSetting('picturePlace');
  const size = useSetting('pictureSize');
  return (
    // The placeholder would be an invalid child of a menu.
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={texts.videoLayout()}
          title={texts.videoLayout()}
        >
          <Icon shape={IconAdjustments} size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <fieldset className={`${styles['choices']} ${styles['where']}`} aria-label={texts.videoPlace()}>
          <Menu.Label>{texts.videoPlace()}</Menu.Label>
          {picturePlaces.map((value) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checked={value === place}
              onChange={() => settings.change({ picturePlace: value })}
            >
              {texts.videoPlaces[value]()}
            </Menu.RadioItem>
          ))}
        </fieldset>
        <fieldset className={styles['choices']} aria-label={texts.videoSize()}>
          <Menu.Label>{texts.videoSize()}</Menu.Label>
          {pictureSizes.map((value) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checked={value === size}
              // The first option is hidden on a phone, where it can't take the focus.
              data-autofocus={value === size || undefined}
              onChange={() => settings.change({ pictureSize: value })}
            >
              {texts.videoSizes[value]()}
            </Menu.RadioItem>
          ))}
        </fieldset>
      </Menu.Dropdown>
    </Menu>
  );
}
